/*
 * Every operation is one of IEEE 754 single precision, rounded to nearest, and none is fused:
 * otherwise the bits differ.
 */
#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__)
#error "this model needs exact float arithmetic: compile it without -ffast-math and its parts"
#endif
#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ != 0
#error "this model knows missing readings as NaN: compile it without -ffinite-math-only"
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

/* Single precision throughout. */
typedef float input;
typedef float feature;
typedef float dot_sum;
typedef float lane;
typedef float weight;
typedef float scale_phase_word; /* of a cosine: the phase, in full turns */
typedef float rescale_word; /* of other features: the offset */
typedef float scale_word; /* of a row that is made from a seed */
typedef float leaf_word;
typedef float score;
typedef float score_word;
#define KLT_SCALE_PHASE_WORDS 1
#define KLT_RESCALE_WORDS 1
#define KLT_WEIGHTS(count) (count) /* words of a row of weights */
#define KLT_READ_INPUT(p) KLT_READ_F32(p)
#define KLT_READ_LEAF(p) KLT_READ_F32(p)
#define KLT_READ_SCORE(array, k) KLT_READ_F32((array) + (k))
#define KLT_READ_WEIGHT(p) KLT_READ_F32(p)
#define KLT_READ_SCALE(p) KLT_READ_F32(p)
#define KLT_WEIGHT_AT(row, i) KLT_READ_WEIGHT((row) + (i))
