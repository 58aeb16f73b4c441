#if defined(KLT_MVE)
/*
 * The bytes of a row of weights. They are read by eights: whole ones, and a last one that begins so many
 * bytes too early.
 */
#define KLT_BYTES KLT_WEIGHTS(KLT_INPUTS)
#define KLT_EIGHTS ((KLT_BYTES - 1) / 8)
#define KLT_EARLY (7 - (KLT_BYTES + 7) % 8)

#if KLT_WEIGHT_BITS == 8
/* The words of inputs that eight bytes are multiplied with. */
#define KLT_WORDS 8
#define KLT_LOAD "vldrh.16 q0, [%[x]], #16\n\t"

/* The products of eight bytes of each of four rows, which are at a to d, with the inputs. */
#define KLT_PRODUCTS(multiply, next)  \
    "vldrb.s16 q1, [%[a]" next "\n\t" \
    "vldrb.s16 q2, [%[b]" next "\n\t" \
    multiply " r8, q1, q0\n\t"        \
    "vldrb.s16 q1, [%[c]" next "\n\t" \
    multiply " r10, q2, q0\n\t"       \
    "vldrb.s16 q2, [%[d]" next "\n\t" \
    multiply " r12, q1, q0\n\t"       \
    multiply " lr, q2, q0\n\t"

/* The products of sixteen features, eight of them in y and eight in z, with their weights. */
#define KLT_SIXTEEN                        \
    "vldrb.s16 %q[w], [%[head]], #8\n\t" \
    "vldrb.s16 %q[v], [%[head]], #8\n\t" \
    "vmladava.s16 r8, %q[w], %q[z]\n\t"  \
    "vmladava.s16 r8, %q[v], %q[y]\n\t"
#else
/* Eight for the lower halves of bytes, eight for the upper ones. */
#define KLT_WORDS 16
#define KLT_LOAD "vldrh.16 q0, [%[x]], #16\n\tvldrh.16 q1, [%[x]], #16\n\t"

/* The products of eight bytes of a row. */
#define KLT_HALVES(multiply, sum, row, next) \
    "vldrb.s16 q2, [%[" row "]" next "\n\t"  \
    "vshr.s16 q3, q2, #4\n\t"                \
    multiply " " sum ", q3, q1\n\t"          \
    "vshl.i16 q2, q2, #12\n\t"               \
    "vshr.s16 q2, q2, #12\n\t"               \
    "vmladava.s16 " sum ", q2, q0\n\t"
#define KLT_PRODUCTS(multiply, next)       \
    KLT_HALVES(multiply, "r8", "a", next)  \
    KLT_HALVES(multiply, "r10", "b", next) \
    KLT_HALVES(multiply, "r12", "c", next) \
    KLT_HALVES(multiply, "lr", "d", next)

/* The weights of z are in the lower halves of bytes, those of y in the upper ones. */
#define KLT_SIXTEEN                        \
    "vldrb.s16 %q[w], [%[head]], #8\n\t" \
    "vshr.s16 %q[v], %q[w], #4\n\t"      \
    "vmladava.s16 r8, %q[v], %q[y]\n\t"  \
    "vshl.i16 %q[w], %q[w], #12\n\t"     \
    "vshr.s16 %q[w], %q[w], #12\n\t"     \
    "vmladava.s16 r8, %q[w], %q[z]\n\t"
#endif

/* The first eight, the next one, and the last one, which is the first of a short row. */
#define KLT_NEXT KLT_LOAD KLT_PRODUCTS("vmladava.s16", "], #8")
#if KLT_EIGHTS > 0
#define KLT_FIRST_EIGHT KLT_LOAD KLT_PRODUCTS("vmladav.s16", "], #8")
#define KLT_LAST_EIGHT KLT_LOAD KLT_PRODUCTS("vmladava.s16", ", #-%c[early]]")
#define KLT_MORE (KLT_EIGHTS - 1)
#else
#define KLT_FIRST_EIGHT
#define KLT_LAST_EIGHT KLT_LOAD KLT_PRODUCTS("vmladav.s16", ", #-%c[early]]")
#define KLT_MORE 0
#endif

/* The whole eights but the first, written out: a compiler counts instructions by lines. */
#if KLT_MORE & 1
#define KLT_NEXT_1 KLT_NEXT
#else
#define KLT_NEXT_1
#endif
#if KLT_MORE & 2
#define KLT_NEXT_2 KLT_NEXT KLT_NEXT
#else
#define KLT_NEXT_2
#endif
#if KLT_MORE & 4
#define KLT_NEXT_4 KLT_NEXT KLT_NEXT KLT_NEXT KLT_NEXT
#else
#define KLT_NEXT_4
#endif
#if KLT_MORE & 8
#define KLT_NEXT_8 KLT_NEXT KLT_NEXT KLT_NEXT KLT_NEXT KLT_NEXT KLT_NEXT KLT_NEXT KLT_NEXT
#else
#define KLT_NEXT_8
#endif

/* The angles of four dot products, whose scales and phases are read on the way. */
#if KLT_WEIGHT_BITS == 8
#define KLT_ANGLES(sums)                          \
    "vld20.32 {q0, q1}, [%[parameters]]\n\t"      \
    "vld21.32 {q0, q1}, [%[parameters]]!\n\t"     \
    "vmul.i32 %q[" sums "], %q[" sums "], q0\n\t" \
    "vadd.i32 %q[" sums "], %q[" sums "], q1\n\t"
#else
#define KLT_ANGLES(sums)                          \
    "vldrb.u16 q0, [%[parameters]], #8\n\t"       \
    "vshl.i32 q1, q0, #29\n\t"                    \
    "vshr.u32 q1, q1, #29\n\t"                    \
    "vorr.i32 q1, #8\n\t"                         \
    "vshl.i32 q2, q0, #24\n\t"                    \
    "vshr.u32 q2, q2, #27\n\t"                    \
    "vshl.u32 q1, q1, q2\n\t"                     \
    "vmul.i32 %q[" sums "], %q[" sums "], q1\n\t" \
    "vshr.u32 q0, q0, #16\n\t"                    \
    "vshl.i32 q0, q0, #24\n\t"                    \
    "vadd.i32 %q[" sums "], %q[" sums "], q0\n\t"
#endif

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
