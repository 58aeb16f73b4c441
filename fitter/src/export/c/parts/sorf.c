/* H D1 H D2 H D3, random signs D1 to D3, the Walsh-Hadamard matrix H. */
static void sorf(lane *v, uint32_t seed, uint32_t block)
{
    for (uint32_t part = 1; part <= 3; part++) {
        flip(v, key(seed, part, block));
        transform(v);
    }
}
