#include "../core/config.h"

/* Multiplies by the Walsh-Hadamard matrix, in place. */
KLT_LOCAL void transform(lane *v)
{
    for (uint32_t distance = 1; distance < KLT_LANES; distance *= 2)
        for (uint32_t i = 0; i < KLT_LANES; i += 2 * distance)
            for (uint32_t j = i; j < i + distance; j++) {
                lane a = v[j], b = v[j + distance];
                v[j] = a + b;
                v[j + distance] = a - b;
            }
}
