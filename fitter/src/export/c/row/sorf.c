#include "../core/config.h"
/* Calls row/stream, row/flip, row/transform. */

/* H D1 H D2 H D3, random signs D1 to D3, the Walsh-Hadamard matrix H. */
KLT_LOCAL void sorf(lane *v, uint32_t seed, uint32_t block)
{
    for (uint32_t part = 1; part <= 3; part++) {
        flip(v, stream(seed, part, block));
        transform(v);
    }
}
