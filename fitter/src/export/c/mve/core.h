/*
 * Arm cores with vector instructions (Helium, as in a Cortex-M55) compute eight features at a time,
 * eight products by each instruction, and add sixteen to the scores. Whoever defines KLT_NO_MVE gets
 * the code for a core without.
 */
#if defined(__ARM_FEATURE_MVE) && !defined(__ARM_BIG_ENDIAN) && defined(__GNUC__) && !defined(KLT_NO_MVE)
#define KLT_MVE
#include <arm_mve.h>
#if defined(__clang__)
#define KLT_UNROLLED_SCORES
#else
#define KLT_UNROLLED_SCORES _Pragma("GCC unroll 8")
#endif
#endif

