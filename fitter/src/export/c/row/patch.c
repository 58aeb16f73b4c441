#include "../core/config.h"
/* Calls row/patch_dot, feature/cosine, add/add. */

/*
 * Adds the features of a block whose rows read a patch of the inputs each: `height` runs of `width`
 * neighbours, `stride` inputs from one to the next, from the feature's start on.
 */
KLT_LOCAL void add_patch(uint8_t height, uint8_t width, uint16_t stride, const input_index *starts, const weight *rows,
                         const scale_phase_word *parameters, const weight *head, uint16_t features, const input *x,
                         score *scores KLT_KEPT)
{
    uint16_t size = (uint16_t)(height * width);
    for (; features > 0; features--) {
        feature z = cosine(patch_dot(height, width, stride, rows, x + KLT_READ_INDEX(starts++)), parameters);
        KLT_KEEP(z);
        add(head, z, scores);
        rows += KLT_WEIGHTS(size);
        parameters += KLT_SCALE_PHASE_WORDS;
        head += KLT_WEIGHTS(KLT_OUTPUTS);
    }
}
