/* The dot product and its offset. */
static int32_t sloped(uint32_t dot, const uint32_t *turn)
{
    return (int32_t)(dot + READ_U32(turn + 1));
}
