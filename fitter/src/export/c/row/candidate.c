#include "../core/config.h"
/* Calls row/stream, row/random_word, row/flipped. */

/*
 * A lane with a sign: of the upper half of a word the highest bit is the sign, the others the
 * place, as a share of 2^15.
 */
static lane term(const lane *v, uint32_t half)
{
    return flipped(v[(((half << 1) >> 17) * (uint32_t)KLT_INPUTS) >> 15], half);
}

/* The sum of the four terms of a candidate's row, of each random word first the lower half. */
KLT_LOCAL lane candidate_sum(const lane *v, uint32_t seed, uint16_t candidate)
{
    uint32_t from = stream(seed, 7, candidate);
    uint32_t first = random_word(from, 0), second = random_word(from, 1);
    lane sum = 0;
    sum = sum + term(v, first << 16);
    sum = sum + term(v, first);
    sum = sum + term(v, second << 16);
    return sum + term(v, second);
}
