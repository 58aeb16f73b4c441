/* Adds a word of a leaf to a score. */
static void shed(score *sum, int8_t leaf, uint8_t shift)
{
    *sum = (score)((uint32_t)*sum + ((uint32_t)leaf << shift));
}
