/* Every function of an exported model, on every reading at once, for a sound analyser. */
#include "model.h"

#include <__fc_builtin.h>

#if FLOAT
static model_input any_reading(void)
{
    return Frama_C_interval(0, 1) ? Frama_C_float_interval(-3.4028234e38f, 3.4028234e38f) : 0.0f / 0.0f;
}
#else
static model_input any_reading(void)
{
    return (model_input)Frama_C_interval(-32768, 32767);
}
#endif

static model_input inputs[MODEL_INPUTS];
static model_score scores[MODEL_OUTPUTS];

#if defined(HAS_PUSH)
static model_window window;

/* A window of any readings; then the features are computed from it. */
static void fill(void)
{
    for (int t = 0; t < MODEL_LENGTH + MODEL_STRIDE; t++) {
        int16_t readings[MODEL_CHANNELS];
        for (int i = 0; i < MODEL_CHANNELS; i++)
            readings[i] = (int16_t)Frama_C_interval(-32768, 32767);
        model_push(&window, readings);
    }
    model_inputs(&window, inputs);
}
#else
static void fill(void)
{
    for (int i = 0; i < MODEL_INPUTS; i++)
        inputs[i] = any_reading();
}
#endif

int main(void)
{
    fill();
    model_scores(inputs, scores);
#if defined(HAS_CLASS)
    model_class(inputs);
    model_class_of(scores);
#endif
#if defined(HAS_VALUE)
    model_value(inputs);
    model_value_of(scores);
#endif
#if defined(HAS_VALUES)
    float values[MODEL_OUTPUTS];
    model_values(inputs, values);
    model_values_of(scores, values);
#endif
#if defined(HAS_PROBABILITIES)
    uint16_t probabilities[MODEL_OUTPUTS];
    model_probabilities(inputs, probabilities);
    model_probabilities_of(scores, probabilities);
#endif
#if defined(HAS_NOVELTY)
    model_novelty(inputs);
    model_novelty_of(scores);
#endif
#if defined(HAS_INTERVAL)
    model_score low[MODEL_OUTPUTS];
    model_score high[MODEL_OUTPUTS];
    model_interval(inputs, low, high);
    model_interval_of(scores, low, high);
#endif
#if defined(HAS_EARLY)
    uint16_t blocks;
    model_early(inputs, &blocks);
#endif
#if defined(HAS_STEADY)
    for (int i = 0; i < 8; i++)
        model_steady(&window, (uint16_t)Frama_C_interval(0, MODEL_OUTPUTS));
#endif
    return 0;
}
