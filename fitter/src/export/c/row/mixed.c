#include "../core/config.h"

/* A bijection of words in which all bits depend on all bits. */
KLT_LOCAL uint32_t mixed(uint32_t w)
{
    w = (w ^ (w >> 16)) * UINT32_C(0x7feb352d);
    w = (w ^ (w >> 15)) * UINT32_C(0x846ca68b);
    return w ^ (w >> 16);
}
