/* How far a score is above one that is not larger, in units of 2^-11 octave, at most 65535; without a branch. */
static uint32_t units_above(score one, score other)
{
    uint32_t shifted = BEFORE > 31 ? 0 : ((uint32_t)one - (uint32_t)other) >> (BEFORE & 31);
    uint32_t product = (((shifted | some(shifted >> 16)) & 65535u) * MULTIPLIERu) >> AFTER;
    return (product | some(product >> 16)) & 65535u;
}
