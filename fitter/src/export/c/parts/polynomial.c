/* C99 leaves open how negative numbers are shifted down. Here the sign must come in, as with every known compiler. */
typedef char model_shifts_must_keep_the_sign[(-1 >> 1) == -1 ? 1 : -1];

/* The cosine of an angle whose full turn is 2^32, 32767 for one: sin(pi/2 v) = v (c1 + c3 v^2 + c5 v^4 + c7 v^6). */
static feature turned(uint32_t angle)
{
    int32_t half = (int32_t)(angle ^ (0u - (angle >> 31))); /* cos(-a) = cos(a) */
    int32_t v = ((INT32_C(1) << 30) - half) >> 15; /* 2^15 is a quarter turn from where the cosine is zero */
    int32_t square = (v * v) >> 15;
    int32_t sum = 2612 + ((-150 * square) >> 15);
    sum = -21165 + ((sum * square) >> 15);
    sum = 51470 + ((sum * square) >> 15);
    return (feature)((v * sum + (1 << 14)) >> 15);
}
