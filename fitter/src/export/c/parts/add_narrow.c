/* Adds a feature times its weights to the scores. */
static void add(const weight *head, feature z, score *scores)
{
    UNROLLED
    for (uint16_t k = 0; k < MODEL_OUTPUTS; k++)
        scores[k] = (score)((uint32_t)scores[k] + (uint32_t)((int32_t)READ_WEIGHT(head + k) * z));
}
