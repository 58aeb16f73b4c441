#include "../core/config.h"
/* Calls row/mixed. */

/* A random word of a stream. */
KLT_LOCAL uint32_t random_word(uint32_t start, uint32_t index)
{
    return mixed(start + UINT32_C(0x9e3779b9) * index);
}
