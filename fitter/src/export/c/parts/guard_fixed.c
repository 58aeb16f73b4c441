/* (clamp(reading, low, high) - centre) << shift, and 0 where the reading is missing. */
static int16_t guarded(int16_t reading, int32_t low, int32_t high, int32_t centre, uint8_t shift)
{
    int32_t x = hidden(reading);
    uint32_t present = ~(uint32_t)sign(x + 32767);
    x += positive(low - x);
    x -= positive(x - high);
    return (int16_t)(uint16_t)(((uint32_t)(x - centre) << shift) & present);
}

/* Guards raw readings. */
static void guard(int16_t *x)
{
    for (uint16_t i = 0; i < sizeof guard_inputs / sizeof guard_inputs[0]; i++) {
        const int16_t *words = guard_words + 3 * i;
        int16_t *input = x + READ_U16(guard_inputs + i);
        *input = guarded(*input, READ_I16(words), READ_I16(words + 1), READ_I16(words + 2), READ_U8(guard_shifts + i));
    }
}
