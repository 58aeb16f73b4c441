#if defined(KLT_MVE)
/* The whole eights of inputs before the last one, which begins so many inputs too early. */
#define KLT_EIGHTS ((KLT_INPUTS - 1) / 8)
#define KLT_EARLY (7 - (KLT_INPUTS + 7) % 8)

/* Eight products of each of four rows, whose next weights are at a to d, with the same inputs. */
#define KLT_PRODUCTS(multiply, inputs, next) \
    "vldrb.s16 q1, [%[a]" next "\n\t"        \
    "vldrb.s16 q2, [%[b]" next "\n\t"        \
    multiply " r8, q1, " inputs "\n\t"       \
    "vldrb.s16 q1, [%[c]" next "\n\t"        \
    multiply " r10, q2, " inputs "\n\t"      \
    "vldrb.s16 q2, [%[d]" next "\n\t"        \
    multiply " r12, q1, " inputs "\n\t"      \
    multiply " lr, q2, " inputs "\n\t"

/* The same of the next inputs, added. */
#define KLT_NEXT                       \
    "vldrh.16 q0, [%[x]], #16\n\t"   \
    KLT_PRODUCTS("vmladava.s16", "q0", "], #8")

/* Those of all whole eights but the first, written out: a compiler counts instructions by lines. */
#if (KLT_EIGHTS - 1) & 1
#define KLT_NEXT_1 KLT_NEXT
#else
#define KLT_NEXT_1
#endif
#if (KLT_EIGHTS - 1) & 2
#define KLT_NEXT_2 KLT_NEXT KLT_NEXT
#else
#define KLT_NEXT_2
#endif
#if (KLT_EIGHTS - 1) & 4
#define KLT_NEXT_4 KLT_NEXT KLT_NEXT KLT_NEXT KLT_NEXT
#else
#define KLT_NEXT_4
#endif
#if (KLT_EIGHTS - 1) & 8
#define KLT_NEXT_8 KLT_NEXT KLT_NEXT KLT_NEXT KLT_NEXT KLT_NEXT KLT_NEXT KLT_NEXT KLT_NEXT
#else
#define KLT_NEXT_8
#endif

/* The angles of four dot products, whose scales and phases are read on the way. */
#define KLT_ANGLES(sums)                          \
    "vld20.32 {q0, q1}, [%[parameters]]\n\t"      \
    "vld21.32 {q0, q1}, [%[parameters]]!\n\t"     \
    "vmul.i32 %q[" sums "], %q[" sums "], q0\n\t" \
    "vadd.i32 %q[" sums "], %q[" sums "], q1\n\t"

/* Copies features to where a model that learns keeps them. */
#if defined(KLT_LEARNT)
#define KLT_KEEP_EIGHT(z)                                         \
    do {                                                          \
        if (kept) {                                               \
            const uint16x8_t places = {0, 4, 1, 5, 2, 6, 3, 7};   \
            vstrhq_scatter_shifted_offset_s16(kept, places, (z)); \
            kept += 8;                                            \
        }                                                         \
    } while (0)
#define KLT_KEEP_AGAIN(count) (kept = kept ? kept - (count) : kept)
#else
#define KLT_KEEP_EIGHT(z) ((void)0)
#define KLT_KEEP_AGAIN(count) ((void)0)
#endif

/* Eight words: those of the features 0 4 1 5 2 6 3 7. */
typedef int16x8_t eight;
/* Their dot products: those of the features 0 to 3, and of 4 to 7. */
typedef struct {
    uint32x4_t first, second;
} eight_sums;
#endif

