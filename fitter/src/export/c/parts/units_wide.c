/* How far a score is above one that is not larger, in units of 2^-11 octave, at most 65535; without a branch. */
static uint32_t units_above(score one, score other)
{
    uint64_t shifted = ((uint64_t)one - (uint64_t)other) >> BEFORE;
    uint32_t beyond = (uint32_t)(shifted >> 32) | ((uint32_t)shifted >> 16);
    uint32_t product = ((((uint32_t)shifted | some(beyond)) & 65535u) * MULTIPLIERu) >> AFTER;
    return (product | some(product >> 16)) & 65535u;
}
