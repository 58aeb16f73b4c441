#include "../core/config.h"

/* Hides a number from the compiler, which would put a branch on a choice that it recognises. */
KLT_LOCAL int32_t hidden(int32_t x)
{
#if defined(__GNUC__)
    __asm__("" : "+r"(x));
#endif
    return x;
}
