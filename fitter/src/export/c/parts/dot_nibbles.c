/* The dot product of a row of weights with the inputs, modulo 2^32. */
static uint32_t dot(const weight *row, const int16_t *x)
{
    uint32_t sum = 0;
#if MODEL_INPUTS > 1
    UNROLLED
    for (uint16_t i = 0; i < MODEL_INPUTS / 2; i++) {
        uint8_t byte = READ_WEIGHT(row + i);
        sum += (uint32_t)((int32_t)nibble(byte, 0) * x[2 * i]);
        sum += (uint32_t)((int32_t)nibble(byte, 4) * x[2 * i + 1]);
    }
#endif
#if MODEL_INPUTS % 2
    sum += (uint32_t)((int32_t)nibble(READ_WEIGHT(row + MODEL_INPUTS / 2), 0) * x[MODEL_INPUTS - 1]);
#endif
    return sum;
}
