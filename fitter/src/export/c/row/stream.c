#include "../core/config.h"
/* Calls row/mixed. */

/* The start of a stream of random words, one for each part of a block of rows. */
KLT_LOCAL uint32_t stream(uint32_t seed, uint32_t part, uint32_t block)
{
    return mixed(mixed(seed + UINT32_C(0x9e3779b9) * part) + UINT32_C(0x9e3779b9) * block);
}
