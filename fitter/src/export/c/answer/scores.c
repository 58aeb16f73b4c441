#include "../core/config.h"

#define KLT_ADD(number, call) call;

#if defined(KLT_LEARNT)
/* The scores of raw readings, as below; room for the features may be given. */
KLT_LOCAL void sum_blocks(const input *inputs, score *scores, feature *kept)
#else
/* The scores of raw readings: the bias, then what every block adds. */
void KLT_NAME(scores)(const input inputs[KLT_INPUTS], score scores[KLT_OUTPUTS])
#endif
{
#if KLT_GUARDS > 0 || KLT_LOGARITHMS > 0
    input x[KLT_INPUTS];
    prepare(inputs, x);
#else
    const input *x = inputs;
    (void)x; /* a model may have no block */
#endif
    for (uint16_t k = 0; k < KLT_OUTPUTS; k++)
        scores[k] = KLT_READ_SCORE(bias, k);
#if defined(KLT_LEARNT)
    (void)kept;
#endif
    KLT_BLOCKS(KLT_ADD)
}

#if defined(KLT_LEARNT)
/* The scores of raw readings: the bias, then what every block adds. */
void KLT_NAME(scores)(const input inputs[KLT_INPUTS], score scores[KLT_OUTPUTS])
{
    sum_blocks(inputs, scores, 0);
}
#endif
