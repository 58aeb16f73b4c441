/* The square above zero. */
static feature squared_relu(uint32_t dot, const uint32_t *turn)
{
    int32_t t = sloped(dot, turn);
    int32_t m = magnitude(t, READ_U32(turn));
    return (feature)(((m * m) >> 15) & ~sign(t));
}
