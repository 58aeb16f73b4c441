/* cos(dot * scale + phase). */
static feature cosine(uint32_t dot, const uint32_t *turn)
{
    return turned(dot * READ_U32(turn) + READ_U32(turn + 1));
}
