#include "../core/config.h"

/* Brings weights within their 24 bits, where they come from a memory that may be damaged. */
void KLT_NAME(learner_limit)(KLT_NAME(learner) *learner)
{
    const int32_t most = (INT32_C(1) << 23) - 128;
    for (uint16_t k = 0; k < KLT_LEARNT; k++)
        for (uint16_t i = 0; i <= KLT_FEATURES; i++) {
            int32_t own = learner->weights[k][i];
            learner->weights[k][i] = own > most ? most : own < -most ? -most : own;
        }
}
