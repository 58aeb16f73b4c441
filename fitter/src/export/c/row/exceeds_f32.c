#include "../core/config_f32.h"

/* 1 where a reading is above a limit, else 0. */
KLT_LOCAL uint8_t exceeds(input x, input limit)
{
    return x > limit;
}
