/* A bijection of words in which all bits depend on all bits. */
static uint32_t mixed(uint32_t w)
{
    w = (w ^ (w >> 16)) * UINT32_C(0x7feb352d);
    w = (w ^ (w >> 15)) * UINT32_C(0x846ca68b);
    return w ^ (w >> 16);
}

/* The random words of a part of a block of rows are counted from here. */
static uint32_t key(uint32_t seed, uint32_t part, uint32_t block)
{
    return mixed(mixed(seed + UINT32_C(0x9e3779b9) * part) + UINT32_C(0x9e3779b9) * block);
}

static uint32_t word(uint32_t key, uint32_t index)
{
    return mixed(key + UINT32_C(0x9e3779b9) * index);
}
