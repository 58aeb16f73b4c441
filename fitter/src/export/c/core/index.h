/* The number of an input. */
#if KLT_INPUTS > 256
typedef uint16_t input_index;
#define KLT_READ_INDEX(p) KLT_READ_U16(p)
#else
typedef uint8_t input_index;
#define KLT_READ_INDEX(p) KLT_READ_U8(p)
#endif
