#include "../core/config.h"
/* Calls learn/learner_scores, learn/rivals, learn/class_error, learn/turn, learn/step_length, learn/walk. */

/* Learns that raw readings are of a class; gives the scores that they had before. */
void KLT_NAME(learn)(KLT_NAME(learner) *learner, const input inputs[KLT_INPUTS], uint16_t label,
                     score scores[KLT_OUTPUTS])
{
    int64_t own, other;
    KLT_NAME(learner_scores)(learner, inputs, scores);
    if (label >= KLT_LABELS)
        return;
    rivals(scores, label, &own, &other);
    uint32_t reciprocal = turn(learner->features);
    for (uint16_t k = 0; k < KLT_LEARNT; k++) {
#if KLT_OUTPUTS == 1
        uint64_t mirrored = (uint64_t)label - 1;
        int64_t error = (int64_t)(((uint64_t)class_error(own, other, own, 1) ^ mirrored) - mirrored);
#else
        int64_t error = class_error(own, other, scores[KLT_FIRST + k], KLT_FIRST + k == label);
#endif
        walk(learner->weights[k], learner->features, step_length(error, reciprocal));
    }
}
