/* Whether a score is above one that is not larger by more than a margin. */
static uint8_t leads(score one, score other, score margin)
{
    return (UNSIGNED)one - (UNSIGNED)other > (UNSIGNED)margin;
}
