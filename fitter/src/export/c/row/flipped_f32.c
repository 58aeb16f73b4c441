#include "../core/config_f32.h"

/* The number, its sign changed where the highest bit of a word is set. */
KLT_LOCAL lane flipped(lane v, uint32_t bits)
{
    return bits >> 31 ? -v : v;
}
