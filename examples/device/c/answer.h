/*
 * The answers that are compared: the scores of model.h, or with CHECK_CLASS, CHECK_EARLY,
 * CHECK_INTERVAL, CHECK_LEARNT, CHECK_NOVELTY, CHECK_PROBABILITIES, CHECK_STEADY or CHECK_VALUES what is made of them.
 */
#ifndef ANSWER_H
#define ANSWER_H

#include "model.h"

#if defined(CHECK_CLASS)
typedef uint16_t answer;
#define ANSWERS 1
static void answer_row(const model_input *inputs, answer *answers)
{
    answers[0] = model_class(inputs);
}
#elif defined(CHECK_STEADY)
typedef uint16_t answer;
#define ANSWERS 1
static model_window window;
static void answer_row(const model_input *inputs, answer *answers)
{
    model_score scores[MODEL_OUTPUTS];
    model_scores(inputs, scores);
    answers[0] = model_steady(&window, model_class_of(scores));
}
#elif defined(CHECK_EARLY)
typedef uint16_t answer;
#define ANSWERS 2
static void answer_row(const model_input *inputs, answer *answers)
{
    answers[0] = model_early(inputs, answers + 1);
}
#elif defined(CHECK_INTERVAL)
typedef model_score answer;
#define ANSWERS (2 * MODEL_OUTPUTS)
static void answer_row(const model_input *inputs, answer *answers)
{
    model_interval(inputs, answers, answers + MODEL_OUTPUTS);
}
#elif defined(CHECK_NOVELTY)
typedef uint32_t answer;
#define ANSWERS 1
static void answer_row(const model_input *inputs, answer *answers)
{
    answers[0] = model_novelty(inputs);
}
#elif defined(CHECK_PROBABILITIES)
typedef uint16_t answer;
#define ANSWERS MODEL_OUTPUTS
static void answer_row(const model_input *inputs, answer *answers)
{
    model_probabilities(inputs, answers);
}
#elif defined(CHECK_VALUES)
typedef float answer;
#define ANSWERS MODEL_OUTPUTS
static void answer_row(const model_input *inputs, answer *answers)
{
#if MODEL_OUTPUTS == 1
    answers[0] = model_value(inputs);
#else
    model_values(inputs, answers);
#endif
}
#elif defined(CHECK_LEARNT)
/* The scores before each update; labels come round. */
typedef model_score answer;
#define ANSWERS MODEL_OUTPUTS
static model_learner learner;
static uint16_t label;
static void answer_row(const model_input *inputs, answer *answers)
{
    model_learn(&learner, inputs, label, answers);
    label = (uint16_t)((label + 1) % (MODEL_OUTPUTS == 1 ? 2 : MODEL_OUTPUTS));
}
#elif defined(CHECK_LEARNT_VALUES)
typedef model_score answer;
#define ANSWERS MODEL_OUTPUTS
static model_learner learner;
static model_score value;
static void answer_row(const model_input *inputs, answer *answers)
{
    model_score values[MODEL_LEARNT];
    for (uint16_t k = 0; k < MODEL_LEARNT; k++)
        values[k] = value;
    model_learn_values(&learner, inputs, values, answers);
    value = value + 10000;
}
#else
typedef model_score answer;
#define ANSWERS MODEL_OUTPUTS
static void answer_row(const model_input *inputs, answer *answers)
{
    model_scores(inputs, answers);
}
#endif

#endif
