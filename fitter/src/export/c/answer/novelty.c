#include "../core/config.h"
/* Calls answer/class_of, answer/square. */

/*
 * The squared distance of the scores from those of a typical row of the class that they decide for:
 * zero where its own score and all others meet their targets.
 */
uint32_t KLT_NAME(novelty_of)(const score scores[KLT_OUTPUTS])
{
    score own = KLT_READ_SCORE(targets, 0), other = KLT_READ_SCORE(targets, 1);
#if KLT_OUTPUTS == 1
    uint64_t squares[2];
    squares[0] = square(scores[0], other);
    squares[1] = square(scores[0], own);
    return (uint32_t)(squares[above(scores[0], 0) & 1] >> 11);
#else
    uint16_t class_ = class_of(scores);
    uint64_t sum = square(scores[class_], own) - square(scores[class_], other);
    for (uint16_t k = 0; k < KLT_OUTPUTS; k++)
        sum += square(scores[k], other);
    return (uint32_t)(sum >> 11);
#endif
}

/* The same of raw readings. */
uint32_t KLT_NAME(novelty)(const input inputs[KLT_INPUTS])
{
    score scores[KLT_OUTPUTS];
    KLT_NAME(scores)(inputs, scores);
    return KLT_NAME(novelty_of)(scores);
}
