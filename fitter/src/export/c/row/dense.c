#include "../core/config.h"
/* Calls dot/dot, add/add. */

#if !defined(KLT_DSP) && !defined(KLT_MVE)
/*
 * Adds the features of a block, which stream: each is computed by KLT_KIND, multiplied into the
 * scores and forgotten.
 */
KLT_LOCAL void KLT_ADD_KIND(const weight *rows, const KLT_PARAMETER *parameters, const weight *head, uint16_t features,
                            const input *x, score *scores KLT_KEPT)
{
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
