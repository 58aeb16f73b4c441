#include "../core/config.h"
/* Calls answer/scores, learn/share, learn/moved. */

/* The scores of raw readings with what was learnt; the learner keeps the features. */
void KLT_NAME(learner_scores)(KLT_NAME(learner) *learner, const input inputs[KLT_INPUTS], score scores[KLT_OUTPUTS])
{
    sum_blocks(inputs, scores, learner->features);
    learner->features[KLT_FEATURES] = 32767;
    for (uint16_t k = 0; k < KLT_LEARNT; k++)
        scores[KLT_FIRST + k] = moved(scores[KLT_FIRST + k], share(learner->weights[k], learner->features));
}
