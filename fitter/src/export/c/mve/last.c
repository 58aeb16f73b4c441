#include "../core/config.h"

#if defined(KLT_MVE)
/* The last eight inputs; zero stands for those that are in an eight before. */
KLT_INLINE eight last(const input *x)
{
    const input *from = x + KLT_INPUTS - 8;
    __asm__("" : "+r"(from)); /* GCC 12 would write an offset that no instruction has */
    return vldrhq_z_s16(from, vpnot(vctp16q(KLT_EARLY)));
}
#endif
