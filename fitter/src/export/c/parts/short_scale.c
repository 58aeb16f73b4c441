/* A scale in a byte. */
static uint32_t short_scale(uint8_t s)
{
    return (uint32_t)(8 + (s & 7)) << (s >> 3);
}
