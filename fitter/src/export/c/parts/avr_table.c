/* The cosine of an angle whose full turn is 2^32, 32767 for one. */
static feature turned(uint32_t angle)
{
    uint8_t step = (uint8_t)(angle >> 24);
    uint8_t half = (uint8_t)(step ^ (uint8_t)-(step >> 7)); /* cos(-a) = cos(a) */
    int16_t second = (int16_t)-(half >> 6); /* the second quarter runs backwards, negated */
    int16_t value = READ_I16(quarter + ((half ^ second) & 63));
    return (feature)((value ^ second) - second);
}
