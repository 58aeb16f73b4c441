/* Adds the features of a block, which stream: each is computed, multiplied into the scores and forgotten. */
static void add_KIND(const weight *rows, const TURN_TYPE *turns, const weight *head, uint16_t features, const input *x,
                     score *scores)
{
GROUPS    for (; features > 0; features--) {
        add(head, KIND(dot(rows, x), turns), scores);
        rows += WEIGHTS(MODEL_INPUTS);
        turns += TURN_WORDS;
        head += WEIGHTS(MODEL_OUTPUTS);
    }
}
