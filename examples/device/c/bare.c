/* No model: what the firmware of `replay.c` takes without one. */
#include "replay_model.h"

#if defined(MODEL_LENGTH)
uint8_t model_push(model_window *window, const int16_t *readings)
{
    window->samples[0][0] = (uint16_t)readings[0];
    return 0;
}

void model_inputs(const model_window *window, model_input *inputs)
{
    inputs[0] = (model_input)window->samples[0][0];
}
#endif

void model_scores(const model_input *inputs, model_score *scores)
{
    scores[0] = (model_score)inputs[0];
}
