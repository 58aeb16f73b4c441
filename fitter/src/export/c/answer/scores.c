#include "../core/config.h"

#define KLT_ADD(number, call) call;

/* The scores of raw readings: the bias, then what every block adds. */
void KLT_NAME(scores)(const input inputs[KLT_INPUTS], score scores[KLT_OUTPUTS])
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
    KLT_BLOCKS(KLT_ADD)
}
