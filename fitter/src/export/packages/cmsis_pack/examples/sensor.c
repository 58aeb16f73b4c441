/* Reads a sensor, and prints the answer to every reading. */
#include "my_model.h"
#include "my_model_sheet.h"

#include <stdio.h>

// [if windows]
/* The number of values that the sensor gives at a time. */
#define VALUES MY_MODEL_CHANNELS

static my_model_window window;
// [else]
/* The number of values that the sensor gives at a time. */
#define VALUES MY_MODEL_INPUTS

// [end]
static my_model_input inputs[MY_MODEL_INPUTS];

/*
 * Yours: waits for the sensor and reads all values, in the units of the training file; returns 0 at
 * the end of a recorded stream, else 1.
 */
int read_sensor(double values[VALUES]);

// [if others]
/*
 * The last @others@ of my_model_input_names are of other sensors: put their readings behind the
 * features in inputs, as my_model_prepare makes them. Until then the model takes their means.
 */
// [end]
// [if windows]
/* Adds a sample to the window; returns 1 where that is complete. */
static int prepare(const double values[VALUES])
{
    static int16_t readings[VALUES];
    my_model_readings(values, readings);
    if (!my_model_push(&window, readings))
        return 0;
    my_model_inputs(&window, inputs);
    return 1;
}
// [else]
/* Prepares the inputs of a row; returns 1. */
static int prepare(const double values[VALUES])
{
    my_model_prepare(values, inputs);
    return 1;
}
// [end]

static void print_answer(void)
{
// [if class]
    uint16_t label = my_model_class(inputs);
// [end]
// [if steady]
    label = my_model_steady(&window, label);
// [end]
// [if class]
    printf("%s\n", my_model_labels[label]);
// [end]
// [if value]
    printf("%g\n", (double)my_model_value(inputs));
// [end]
// [if values]
    float answers[MY_MODEL_OUTPUTS];
    my_model_values(inputs, answers);
    for (uint16_t k = 0; k < MY_MODEL_OUTPUTS; k++)
        printf("%g\n", (double)answers[k]);
// [end]
}

int main(void)
{
    double values[VALUES];
    while (read_sensor(values)) {
        if (prepare(values))
            print_answer();
    }
    return 0;
}
