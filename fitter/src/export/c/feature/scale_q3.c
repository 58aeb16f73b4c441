#include "../core/config_q3.h"

/* A scale in a byte: (8 + s mod 8) << (s div 8). */
KLT_LOCAL uint32_t short_scale(uint8_t s)
{
    return (uint32_t)(8 + (s & 7)) << (s >> 3);
}
