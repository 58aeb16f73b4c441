/* Fixed point: readings and features of 16 bits, dot products and angles modulo 2^32. */
typedef int16_t input;
typedef int16_t feature;
typedef uint32_t dot_sum;
typedef uint32_t lane;
typedef uint32_t rescale_word; /* of other features: multiplier and shifts, then offset */
typedef int8_t leaf_word;
#define KLT_RESCALE_WORDS 2
#define KLT_READ_INPUT(p) KLT_READ_I16(p)
#define KLT_READ_LEAF(p) KLT_READ_I8(p)
