/*
 * Arm cores with DSP instructions take two products at a time, of four features that share the
 * loads of the inputs; also where code is to be small, since GCC would take three times as long
 * without. Whoever defines KLT_NO_DSP gets the smallest code.
 */
#if defined(__arm__) && defined(__ARM_FEATURE_SIMD32) && !defined(__ARM_BIG_ENDIAN) && defined(__GNUC__) && \
    !defined(KLT_NO_DSP) && !defined(KLT_MVE) && KLT_WEIGHTS(KLT_INPUTS) >= 4
#define KLT_DSP
#if defined(__clang__) || __GNUC__ < 8
#define KLT_UNROLLED_DOTS
#else
#define KLT_UNROLLED_DOTS _Pragma("GCC unroll 16")
#endif
#endif

