/*
 * AVR cores with a multiplier have loops of their own, never inlined, since they take most of the registers; they count in a byte
 * where that is enough.
 */
#if defined(__AVR_HAVE_MUL__) && defined(__AVR_HAVE_LPMX__) && MODEL_INPUTS < 512 && MODEL_OUTPUTS < 512
#define MODEL_AVR
#if MODEL_INPUTS < 256 && MODEL_OUTPUTS < 256
typedef uint8_t model_count;
#define COUNT_DOWN "dec %[count]\n\t"
#else
typedef uint16_t model_count;
#define COUNT_DOWN "sbiw %[count], 1\n\t"
#endif
#endif
