#include "../core/config.h"
/* Calls dot/dot, add/add, mve/order, mve/dots, mve/add_sixteen. */

#if defined(KLT_MVE)
/*
 * Adds the features of a block, which stream: sixteen are computed by KLT_EIGHT at a time, multiplied
 * into the scores and forgotten. Where fewer are left, the last sixteen are computed, and the head
 * is zero for those that were added before.
 */
KLT_LOCAL void KLT_ADD_KIND(const weight *rows, const KLT_PARAMETER *parameters, const weight *head, uint16_t features,
                            const input *x, score *scores KLT_KEPT)
{
    input words[KLT_WORDS * (KLT_EIGHTS + 1)];
    order(x, words);
    for (uint16_t left = features < 16 ? 0 : features; left > 0; left = (uint16_t)(left - 16)) {
        if (left < 16) {
            uint16_t again = (uint16_t)(16 - left);
            rows -= again * KLT_BYTES;
            parameters -= again * KLT_PARAMETERS;
            KLT_KEEP_AGAIN(again);
            left = 16;
        }
        eight z[2];
        for (uint32_t i = 0; i < 2; i++) {
            eight_sums sums;
            sums.first = dots(&rows, words);
            sums.second = dots(&rows, words);
            z[i] = KLT_EIGHT(sums, &parameters);
            KLT_KEEP_EIGHT(z[i]);
        }
        add_sixteen(head, z[0], z[1], scores);
        head += KLT_WEIGHTS(16) * KLT_OUTPUTS;
    }
    for (uint16_t left = features < 16 ? features : 0; left > 0; left--) {
        feature z = KLT_KIND(dot(rows, x), parameters);
        KLT_KEEP(z);
        add(head, z, scores);
        rows += KLT_BYTES;
        parameters += KLT_PARAMETERS;
        head += KLT_WEIGHTS(KLT_OUTPUTS);
    }
}
#endif
