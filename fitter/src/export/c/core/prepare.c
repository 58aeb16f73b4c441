#include "../core/config.h"

/* Makes what features are computed from: guarded readings, some of them by their logarithms. */
KLT_INLINE void prepare(const input *inputs, input *x)
{
    for (uint16_t i = 0; i < KLT_INPUTS; i++)
        x[i] = inputs[i];
#if KLT_GUARDS > 0
    guard(x);
#endif
#if KLT_LOGARITHMS > 0
    take_logarithms(x);
#endif
}
