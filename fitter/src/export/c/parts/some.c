/* All ones where a number is not zero, else zero. */
static uint32_t some(uint32_t number)
{
    return (uint32_t)sign(hidden((int32_t)(number | (0u - number))));
}
