#include "../core/config_f32.h"

/*
 * The cosine of an angle in full turns, by a polynomial of its distance v from a quarter turn:
 * sin(2 pi v) = v (t0 + t1 v^2 + t2 v^4 + t3 v^6 + t4 v^8).
 */
KLT_LOCAL feature cosine_of(float angle)
{
    float whole = (angle + 12582912.0f) - 12582912.0f; /* no room for a fraction */
    float rest = angle - whole;
    float v = 0.25f - (rest < 0.0f ? -rest : rest);
    float v2 = v * v;
    float sum = 39.536705f;
    sum = -76.54978f + sum * v2;
    sum = 81.601f + sum * v2;
    sum = -41.341655f + sum * v2;
    sum = 6.2831855f + sum * v2;
    return v * sum;
}
