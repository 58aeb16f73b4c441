#include "../core/config.h"
/* Calls learn/put_word. */

/* The first bytes of a log, and the check that its records go on from. */
uint32_t KLT_NAME(log)(uint8_t head[8])
{
    uint32_t unused = 0;
    put_word(put_word(head, UINT32_C(0x014c4c4b), 4, &unused), KLT_CHECKSUM, 4, &unused);
    return KLT_CHECKSUM;
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
