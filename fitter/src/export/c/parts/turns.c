/* The cosine of full turns: sin(2 pi v) = v (t0 + t1 v^2 + t2 v^4 + t3 v^6 + t4 v^8), v the distance from a quarter turn. */
static feature turned(float turns)
{
    float whole = (turns + 12582912.0f) - 12582912.0f; /* 1.5 * 2^23 leaves no room for a fraction */
    float rest = turns - whole;
    float v = 0.25f - (rest < 0.0f ? -rest : rest);
    float square = v * v;
    float sum = 39.536705f;
    sum = -76.54978f + sum * square;
    sum = 81.601f + sum * square;
    sum = -41.341655f + sum * square;
    sum = 6.2831855f + sum * square;
    return v * sum;
}
