#include "../core/config.h"
/* Calls dot/dot, add/add, dsp/pair, dsp/dots, dsp/add_four. */

#if defined(KLT_DSP)
/*
 * Adds the features of a block, which stream: four are computed by KLT_KIND at a time, multiplied
 * into the scores and forgotten.
 */
KLT_LOCAL void KLT_ADD_KIND(const weight *rows, const KLT_PARAMETER *parameters, const weight *head, uint16_t features,
                            const input *x, score *scores KLT_KEPT)
{
    uint32_t pairs[KLT_INPUTS / 4 * 2];
    pair(x, pairs);
    for (; features >= 4; features = (uint16_t)(features - 4)) {
        uint32_t sums[4];
        dots(rows, pairs, x, sums);
        const feature z[4] = {KLT_KIND(sums[0], parameters), KLT_KIND(sums[1], parameters + KLT_PARAMETERS),
                              KLT_KIND(sums[2], parameters + 2 * KLT_PARAMETERS),
                              KLT_KIND(sums[3], parameters + 3 * KLT_PARAMETERS)};
        KLT_KEEP(z[0]);
        KLT_KEEP(z[1]);
        KLT_KEEP(z[2]);
        KLT_KEEP(z[3]);
        __asm__ volatile("" : : : "memory"); /* or scores would be kept on the stack too */
        add_four(head, z, scores);
        rows += 4 * KLT_INPUTS;
        parameters += 4 * KLT_PARAMETERS;
        head += 4 * KLT_OUTPUTS;
    }
    for (; features > 0; features--) {
        feature z = KLT_KIND(dot(rows, x), parameters);
        KLT_KEEP(z);
        add(head, z, scores);
        rows += KLT_INPUTS;
        parameters += KLT_PARAMETERS;
        head += KLT_OUTPUTS;
    }
}
#endif
