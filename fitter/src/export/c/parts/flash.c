/* AVR reads constants from flash only where it is told to. */
#if defined(__AVR__)
#include <avr/pgmspace.h>
#define FLASH PROGMEM
#define READ_I8(p) ((int8_t)pgm_read_byte(p))
#define READ_U8(p) ((uint8_t)pgm_read_byte(p))
#define READ_I16(p) ((int16_t)pgm_read_word(p))
#define READ_U16(p) ((uint16_t)pgm_read_word(p))
#define READ_I32(p) ((int32_t)pgm_read_dword(p))
#define READ_U32(p) ((uint32_t)pgm_read_dword(p))
#define READ_F32(p) pgm_read_float(p)
#else
#define FLASH
#define READ_I8(p) (*(p))
#define READ_U8(p) (*(p))
#define READ_I16(p) (*(p))
#define READ_U16(p) (*(p))
#define READ_I32(p) (*(p))
#define READ_U32(p) (*(p))
#define READ_F32(p) (*(p))
#endif
