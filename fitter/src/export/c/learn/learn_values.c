#include "../core/config.h"
/* Calls learn/learner_scores, learn/turn, learn/step_length, learn/walk. */

/* Learns the values of the scores that learn, in units of a score; gives the scores before. */
void KLT_NAME(learn_values)(KLT_NAME(learner) *learner, const input inputs[KLT_INPUTS],
                            const score values[KLT_LEARNT], score scores[KLT_OUTPUTS])
{
    KLT_NAME(learner_scores)(learner, inputs, scores);
    uint32_t reciprocal = turn(learner->features);
    for (uint16_t k = 0; k < KLT_LEARNT; k++) {
        uint64_t error = (uint64_t)(int64_t)values[k] - (uint64_t)(int64_t)scores[KLT_FIRST + k];
        walk(learner->weights[k], learner->features, step_length((int64_t)error, reciprocal));
    }
}
