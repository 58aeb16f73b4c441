/* Adds a word of a leaf to a score; nothing is shifted. */
static void shed(score *sum, float leaf, uint8_t shift)
{
    (void)shift;
    *sum = *sum + leaf;
}
