/* Every operation is one of IEEE 754 single precision, rounded to nearest, and none is fused: else the bits differ. */
#if defined(__FAST_MATH__)
#error "this model needs exact float arithmetic: compile it without -ffast-math"
#endif
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0 && __FLT_EVAL_METHOD__ != 16
#error "this model needs float arithmetic in single precision: compile it with -msse2 -mfpmath=sse"
#endif
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#else
#pragma STDC FP_CONTRACT OFF
#endif
