/* Weights of 8 bits. */
typedef int8_t weight;
typedef uint32_t scale_phase_word; /* of a cosine: scale, then phase */
typedef uint32_t scale_word; /* of a row that is made from a seed */
#define KLT_SCALE_PHASE_WORDS 2
#define KLT_WEIGHTS(count) (count) /* words of a row of weights */
#define KLT_READ_WEIGHT(p) KLT_READ_I8(p)
#define KLT_READ_SCALE(p) KLT_READ_U32(p)
#define KLT_WEIGHT_AT(row, i) KLT_READ_WEIGHT((row) + (i))
#define KLT_WHOLE(scale) (scale)
#define KLT_WEIGHT_BITS 8
