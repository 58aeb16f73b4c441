#include "../core/config.h"
/* Calls learn/check_byte, learn/put_word. */

/* The first bytes of the log of what is learnt from now on, and the check that its records go on
 * from. */
uint32_t KLT_NAME(log)(const KLT_NAME(learner) *learner, uint8_t head[8])
{
    uint32_t state = KLT_CHECKSUM, unused = 0, any = 0;
    for (uint16_t k = 0; k < KLT_LEARNT; k++)
        for (uint16_t i = 0; i <= KLT_FEATURES; i++)
            any |= (uint32_t)learner->weights[k][i];
    for (uint16_t k = 0; k < KLT_LEARNT && any != 0; k++)
        for (uint16_t i = 0; i <= KLT_FEATURES; i++)
            for (uint8_t byte = 0; byte < 4; byte++)
                state = check_byte(state, (uint8_t)((uint32_t)learner->weights[k][i] >> (8 * byte)));
    put_word(put_word(head, UINT32_C(0x014c4c4b), 4, &unused), state, 4, &unused);
    return state;
}

/* The record of an update, for a log that `kernelet replay` reads. */
void KLT_NAME(record)(uint32_t *state, const input inputs[KLT_INPUTS], KLT_TRUTH, uint8_t record[KLT_RECORD])
{
    uint8_t *to = record;
    for (uint16_t i = 0; i < KLT_INPUTS; i++)
        to = put_word(to, (uint16_t)inputs[i], 2, state);
#define KLT_PUT(word, bytes) to = put_word(to, (uint64_t)(int64_t)(word), bytes, state);
    KLT_TRUTH_WORDS(KLT_PUT)
#undef KLT_PUT
    to[0] = (uint8_t)*state;
    to[1] = (uint8_t)(*state >> 8);
}
