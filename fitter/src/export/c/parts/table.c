/* The cosine of an angle whose full turn is 2^32, 32767 for one. */
static feature turned(uint32_t angle)
{
    uint32_t half = (angle ^ (0u - (angle >> 31))) >> 24; /* cos(-a) = cos(a) */
    uint32_t second = 0u - (half >> 6); /* the second quarter runs backwards, negated */
    uint32_t value = (uint32_t)(int32_t)READ_I16(quarter + ((half ^ second) & 63));
    return (feature)(int32_t)((value ^ second) - second);
}
