/*
 * Weights of 4 bits, two in a byte, the first one in the lower half; scales and phases of 8 bits.
 */
typedef uint8_t weight;
typedef uint8_t scale_phase_word; /* of a cosine: scale, then phase */
typedef uint8_t scale_word; /* of a row that is made from a seed */
#define KLT_SCALE_PHASE_WORDS 2
#define KLT_WEIGHTS(count) (((count) + 1) / 2) /* words of a row of weights */
#define KLT_READ_WEIGHT(p) KLT_READ_U8(p)
#define KLT_READ_SCALE(p) KLT_READ_U8(p)
#define KLT_WEIGHT_AT(row, i) (int8_t)nibble(KLT_READ_WEIGHT((row) + (i) / 2), (i) % 2 ? 4 : 0)
#define KLT_WHOLE(scale) short_scale(scale)
#define KLT_WEIGHT_BITS 4
