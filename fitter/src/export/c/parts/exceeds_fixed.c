/* 1 where a reading is above the threshold, else 0. */
static uint8_t exceeds(int16_t x, int16_t threshold)
{
    return (uint8_t)(sign((int32_t)threshold - x) & 1);
}
