#if defined(MODEL_DSP)
    uint32_t pairs[MODEL_INPUTS / 4 * 2];
    pair(x, pairs);
    for (; features >= 4; features = (uint16_t)(features - 4)) {
        uint32_t sums[4];
        dots(rows, pairs, x, sums);
        const feature z[4] = {KIND(sums[0], turns), KIND(sums[1], turns + TURN_WORDS), KIND(sums[2], turns + 2 * TURN_WORDS),
                              KIND(sums[3], turns + 3 * TURN_WORDS)};
        __asm__ volatile("" : : : "memory"); /* or scores would be kept on the stack too */
        add_four(head, z, scores);
        rows += 4 * MODEL_INPUTS;
        turns += 4 * TURN_WORDS;
        head += 4 * MODEL_OUTPUTS;
    }
#endif
