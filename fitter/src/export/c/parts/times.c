/* The product of two words. */
static int32_t times(int16_t a, int16_t b)
{
    return (int32_t)a * b;
}
