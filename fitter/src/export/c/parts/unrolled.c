
/* GCC does not unroll loops by itself, which costs small cores an eighth of their time. */
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 8 && !defined(__OPTIMIZE_SIZE__)
#define UNROLLED _Pragma("GCC unroll 4")
#else
#define UNROLLED
#endif
