#include "../core/config.h"
/* Calls learn/check_byte. */

/* Writes a word, its lowest byte first, and adds it to a check; returns what follows. */
KLT_LOCAL uint8_t *put_word(uint8_t *to, uint64_t word, uint8_t bytes, uint32_t *state)
{
    for (uint8_t i = 0; i < bytes; i++, word >>= 8) {
        *to = (uint8_t)word;
        *state = check_byte(*state, *to++);
    }
    return to;
}
