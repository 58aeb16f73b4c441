/*
 * Constants stay in flash. AVR has to be asked for that, and reads them by instructions of their
 * own.
 */
#if defined(__AVR__)
#include <avr/pgmspace.h>
#define KLT_FLASH PROGMEM
#define KLT_READ_I8(p) ((int8_t)pgm_read_byte(p))
#define KLT_READ_U8(p) ((uint8_t)pgm_read_byte(p))
#define KLT_READ_I16(p) ((int16_t)pgm_read_word(p))
#define KLT_READ_U16(p) ((uint16_t)pgm_read_word(p))
#define KLT_READ_I32(p) ((int32_t)pgm_read_dword(p))
#define KLT_READ_U32(p) ((uint32_t)pgm_read_dword(p))
#define KLT_READ_F32(p) pgm_read_float(p)
#else
#define KLT_FLASH
#define KLT_READ_I8(p) (*(p))
#define KLT_READ_U8(p) (*(p))
#define KLT_READ_I16(p) (*(p))
#define KLT_READ_U16(p) (*(p))
#define KLT_READ_I32(p) (*(p))
#define KLT_READ_U32(p) (*(p))
#define KLT_READ_F32(p) (*(p))
#endif
