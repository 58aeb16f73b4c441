/* 1 where a reading is above the threshold, else 0. */
static uint8_t exceeds(float x, float threshold)
{
    return x > threshold;
}
