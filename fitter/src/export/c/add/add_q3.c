#include "../core/config_q3.h"
/* Calls avr/add, core/nibble. */

#if !defined(KLT_AVR)
/* Adds a feature times a weight to a score. */
static void add_one(score *sum, int_fast8_t w, feature z)
{
    *sum = (score)((uint32_t)*sum + (uint32_t)((int32_t)w * z));
}

/* Adds a feature times its weights to the scores. */
KLT_LOCAL void add(const weight *head, feature z, score *scores)
{
#if KLT_OUTPUTS > 1
    KLT_UNROLLED
    for (uint16_t k = 0; k < KLT_OUTPUTS / 2; k++) {
        uint8_t byte = KLT_READ_WEIGHT(head + k);
        add_one(scores + 2 * k, nibble(byte, 0), z);
        add_one(scores + 2 * k + 1, nibble(byte, 4), z);
    }
#endif
#if KLT_OUTPUTS % 2
    add_one(scores + KLT_OUTPUTS - 1, nibble(KLT_READ_WEIGHT(head + KLT_OUTPUTS / 2), 0), z);
#endif
}
#endif
