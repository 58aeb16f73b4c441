/* x above zero, else 0. */
static int32_t positive(int32_t x)
{
    return x & ~sign(x);
}
