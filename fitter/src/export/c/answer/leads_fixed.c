#include "../core/config.h"

/* 1 where a score is above one that is not larger by more than a margin, else 0. */
KLT_LOCAL uint8_t leads(score one, score other, score margin)
{
    return (unsigned_score)one - (unsigned_score)other > (unsigned_score)margin;
}
