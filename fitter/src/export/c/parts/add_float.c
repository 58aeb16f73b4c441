/* Adds a feature times its weights to the scores. */
static void add(const weight *head, feature z, score *scores)
{
    UNROLLED
    for (uint16_t k = 0; k < MODEL_OUTPUTS; k++)
        scores[k] = scores[k] + READ_WEIGHT(head + k) * z;
}
