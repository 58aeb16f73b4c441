#include "../core/config_structured.h"
/* Calls core/nibble, row/weighed, row/rotated, add/add. */

/*
 * Adds the features of a block whose rows come from a seed; the last of its scales holds for all
 * that follow. KLT_KIND makes the rows.
 */
KLT_LOCAL void KLT_ADD_KIND(uint32_t seed, const scale_word *scales, uint16_t count, const weight *weights,
                            const weight *head, uint16_t features, const input *x, score *scores KLT_KEPT)
{
    lane v[KLT_LANES];
    scale_word scale = 0;
    uint32_t phases = stream(seed, 6, 0);
    for (uint32_t m = 0; m < features; m++) {
        if (m % KLT_LANES == 0) {
            for (uint32_t i = 0; i < KLT_LANES; i++)
                v[i] = i < KLT_INPUTS ? weighed(KLT_WEIGHT_AT(weights, i), x[i]) : 0;
            KLT_KIND(v, seed, m / KLT_LANES);
        }
        if (m < count)
            scale = KLT_READ_SCALE(scales + m);
        feature z = rotated(v[m % KLT_LANES], scale, random_word(phases, m));
        KLT_KEEP(z);
        add(head, z, scores);
        head += KLT_WEIGHTS(KLT_OUTPUTS);
    }
}
