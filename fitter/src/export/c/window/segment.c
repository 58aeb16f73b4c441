#include "../core/config.h"

/* The samples of a segment, which is the window, a half, a quarter and so on, and the first. */
KLT_LOCAL uint16_t segment_count(uint8_t segment, uint16_t *first)
{
    uint8_t level = 0;
    while ((segment + 1) >> (level + 1) > 0)
        level++;
    *first = (uint16_t)(KLT_LENGTH * ((uint32_t)segment + 1 - ((uint32_t)1 << level)) >> level);
    return (uint16_t)(KLT_LENGTH >> level);
}
