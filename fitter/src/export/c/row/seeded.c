#include "../core/config.h"
/* Calls core/nibble, row/weighed, row/candidate, row/rotated, add/add. */

/*
 * Adds the features of a block whose rows are candidates of a pool; the scales, a power of two of
 * them, come round.
 */
KLT_LOCAL void add_seeded(uint32_t seed, const scale_word *scales, uint16_t last, const weight *weights,
                          const uint16_t *candidates, const weight *head, uint16_t features, const input *x,
                          score *scores KLT_KEPT)
{
    lane v[KLT_INPUTS];
    uint32_t phases = stream(seed, 6, 0);
    for (uint32_t i = 0; i < KLT_INPUTS; i++)
        v[i] = weighed(KLT_WEIGHT_AT(weights, i), x[i]);
    for (; features > 0; features--) {
        uint16_t m = KLT_READ_U16(candidates++);
        scale_word scale = KLT_READ_SCALE(scales + (m & last));
        feature z = rotated(candidate_sum(v, seed, m), scale, random_word(phases, m));
        KLT_KEEP(z);
        add(head, z, scores);
        head += KLT_WEIGHTS(KLT_OUTPUTS);
    }
}
