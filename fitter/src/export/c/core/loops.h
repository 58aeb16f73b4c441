/*
 * Asks GCC to unroll a loop, which it does not do by itself: it saves small cores an eighth of
 * their time.
 */
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 8 && !defined(__OPTIMIZE_SIZE__)
#define KLT_UNROLLED _Pragma("GCC unroll 4")
#else
#define KLT_UNROLLED
#endif
