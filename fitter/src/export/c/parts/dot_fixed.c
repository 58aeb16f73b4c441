/* The dot product of a row of weights with the inputs, modulo 2^32. */
static uint32_t dot(const weight *row, const int16_t *x)
{
    uint32_t sum = 0;
    UNROLLED
    for (uint16_t i = 0; i < MODEL_INPUTS; i++)
        sum += (uint32_t)((int32_t)READ_WEIGHT(row + i) * x[i]);
    return sum;
}
