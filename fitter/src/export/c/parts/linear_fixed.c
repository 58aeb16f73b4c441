/* The dot product itself. */
static feature linear(uint32_t dot, const uint32_t *turn)
{
    int32_t t = sloped(dot, turn);
    return (feature)((magnitude(t, READ_U32(turn)) ^ sign(t)) - sign(t));
}
