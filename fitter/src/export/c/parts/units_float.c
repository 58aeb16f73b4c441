/* How far a score is above one that is not larger, in units of 2^-11 octave, at most 65535. */
static uint32_t units_above(score one, score other)
{
    float units = (one - other) * READ_F32(slope);
    if (units < 0.0f)
        return 0;
    return units < 65535.0f ? (uint32_t)units : 65535u;
}
