#include "../core/config.h"
/* Calls core/sign. */

/* 1 where a reading is above a limit, else 0. */
KLT_LOCAL uint8_t exceeds(input x, input limit)
{
    return (uint8_t)(sign((int32_t)limit - x) & 1);
}
