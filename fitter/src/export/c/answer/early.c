#include "../core/config.h"
/* Calls answer/is_clear. */

#define KLT_ADD_UNLESS_CLEAR(number, call)                                                 \
    call;                                                                                  \
    *blocks = (number);                                                                    \
    if ((number) <= KLT_MARGINS && is_clear(scores, KLT_READ_SCORE(margins, (number) - 1)))\
        return class_of(scores);

/* The class of raw readings as soon as it is clear, and the number of blocks that it took. */
uint16_t KLT_NAME(early)(const input inputs[KLT_INPUTS], uint16_t *blocks)
{
    score scores[KLT_OUTPUTS];
#if KLT_GUARDS > 0 || KLT_LOGARITHMS > 0
    input x[KLT_INPUTS];
    prepare(inputs, x);
#else
    const input *x = inputs;
    (void)x; /* a model may have no block */
#endif
#if defined(KLT_LEARNT)
    feature *const kept = 0;
    (void)kept;
#endif
    for (uint16_t k = 0; k < KLT_OUTPUTS; k++)
        scores[k] = KLT_READ_SCORE(bias, k);
    KLT_BLOCKS(KLT_ADD_UNLESS_CLEAR)
    return class_of(scores);
}
