#include "../core/config.h"
/* Calls dot/dot, add/add, dsp/pair, dsp/dots, dsp/add_four. */

#if defined(KLT_DSP)
/*
 * Adds the features of a block, which stream: four are computed by KLT_KIND at a time, multiplied
 * into the scores and forgotten. What the weights were raised by is taken from the scores at the end.
 */
KLT_LOCAL void KLT_ADD_KIND(const weight *rows, const KLT_PARAMETER *parameters, const weight *head, uint16_t features,
                            const input *x, score *scores KLT_KEPT)
{
    uint32_t pairs[KLT_PAIR_WORDS];
    uint32_t start = pair(x, pairs);
    uint32_t excess = 0;
    for (; features >= 4; features = (uint16_t)(features - 4)) {
        uint32_t sums[4];
        dots(rows, pairs, x, start, sums);
        const feature z[4] = {KLT_KIND(sums[0], parameters), KLT_KIND(sums[1], parameters + KLT_PARAMETERS),
                              KLT_KIND(sums[2], parameters + 2 * KLT_PARAMETERS),
                              KLT_KIND(sums[3], parameters + 3 * KLT_PARAMETERS)};
        KLT_KEEP(z[0]);
        KLT_KEEP(z[1]);
        KLT_KEEP(z[2]);
        KLT_KEEP(z[3]);
        __asm__ volatile("" : : : "memory"); /* or scores would be kept on the stack too */
        excess += add_four(head, z, scores);
        rows += 4 * KLT_WEIGHTS(KLT_INPUTS);
        parameters += 4 * KLT_PARAMETERS;
        head += KLT_WEIGHTS(4) * KLT_OUTPUTS;
    }
    if (excess != 0)
        for (uint16_t k = 0; k < KLT_OUTPUTS; k++)
            scores[k] = (score)((uint32_t)scores[k] - excess);
    for (; features > 0; features--) {
        feature z = KLT_KIND(dot(rows, x), parameters);
        KLT_KEEP(z);
        add(head, z, scores);
        rows += KLT_WEIGHTS(KLT_INPUTS);
        parameters += KLT_PARAMETERS;
        head += KLT_WEIGHTS(KLT_OUTPUTS);
    }
}
#endif
