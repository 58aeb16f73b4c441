/* cos(dot * scale + phase): a scale (8 + s mod 8) << (s div 8), a phase in units of 2^-8 turn. */
static feature cosine(uint32_t dot, const uint8_t *turn)
{
    return turned(dot * short_scale(READ_U8(turn)) + ((uint32_t)READ_U8(turn + 1) << 24));
}
