#include "../core/config.h"
/* Calls core/hidden. */

/* -1 below zero, else 0. */
KLT_LOCAL int32_t sign(int32_t x)
{
    return hidden(-(int32_t)((uint32_t)x >> 31));
}
