/* The dot product of a row of weights with the inputs, from the first to the last. */
static float dot(const weight *row, const float *x)
{
    float sum = 0.0f;
    UNROLLED
    for (uint16_t i = 0; i < MODEL_INPUTS; i++)
        sum = sum + READ_WEIGHT(row + i) * x[i];
    return sum;
}
