/*
 * AVR cores with a multiplier have loops of their own, in products of 8 bits. They are never
 * inlined, since they take most of the registers, and count in a byte where that is enough. A
 * compiler that does not optimise has too few registers for them.
 */
#if defined(__OPTIMIZE__) && defined(__AVR_HAVE_MUL__) && defined(__AVR_HAVE_LPMX__) && KLT_INPUTS < 512 && KLT_OUTPUTS < 512
#define KLT_AVR
#if KLT_INPUTS < 256 && KLT_OUTPUTS < 256
typedef uint8_t loop_count;
#define KLT_COUNT_DOWN "dec %[count]\n\t"
#else
typedef uint16_t loop_count;
#define KLT_COUNT_DOWN "sbiw %[count], 1\n\t"
#endif
#endif
