/* clamp(reading, low, high) - centre, and 0 where the reading is missing. */
static float guarded(float x, float low, float high, float centre)
{
    if (x != x)
        return 0.0f;
    x = x < low ? low : x;
    return (x > high ? high : x) - centre;
}

/* Guards raw readings. */
static void guard(float *x)
{
    for (uint16_t i = 0; i < sizeof guard_inputs / sizeof guard_inputs[0]; i++) {
        const float *words = guard_words + 3 * i;
        float *input = x + READ_U16(guard_inputs + i);
        *input = guarded(*input, READ_F32(words), READ_F32(words + 1), READ_F32(words + 2));
    }
}
