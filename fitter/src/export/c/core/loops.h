/*
 * Asks GCC to unroll a loop, which it does not do by itself: it saves small cores an eighth of
 * their time.
 */
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 8 && !defined(__OPTIMIZE_SIZE__)
#define KLT_UNROLLED _Pragma("GCC unroll 4")
#else
#define KLT_UNROLLED
#endif

/* A model that learns keeps the features of a row, where it is given room for them. */
#if defined(KLT_LEARNT)
#define KLT_KEPT , feature *kept
#define KLT_KEEP(z)          \
    do {                     \
        if (kept)            \
            *kept++ = (z);   \
    } while (0)
#else
#define KLT_KEPT
#define KLT_KEEP(z) ((void)0)
#endif
