/* Reads a sensor, and prints the answer to every reading. */
#include "esp_adc/adc_oneshot.h"
#include "freertos/FreeRTOS.h"
#include "freertos/task.h"
#include "my_model.h"
#include "my_model_sheet.h"

#include <stdio.h>

// [if windows]
/* The time between two samples in milliseconds: set it to that of the training recording@interval@. */
#define PERIOD 10

/* The number of values that the sensor gives at a time. */
#define VALUES MY_MODEL_CHANNELS

static my_model_window window;
// [else]
/* The time between two readings in milliseconds. */
#define PERIOD 500

/* The number of values that the sensor gives at a time. */
#define VALUES MY_MODEL_INPUTS

// [end]
static my_model_input inputs[MY_MODEL_INPUTS];

static adc_oneshot_unit_handle_t adc;

/* Four analogue pins of the first converter; put your sensor in their place. */
#define PINS 4

static void start_sensor(void)
{
    adc_oneshot_unit_init_cfg_t unit = {.unit_id = ADC_UNIT_1};
    adc_oneshot_chan_cfg_t pin = {.atten = ADC_ATTEN_DB_12, .bitwidth = ADC_BITWIDTH_DEFAULT};
    ESP_ERROR_CHECK(adc_oneshot_new_unit(&unit, &adc));
    for (int i = 0; i < PINS; i++)
        ESP_ERROR_CHECK(adc_oneshot_config_channel(adc, (adc_channel_t)i, &pin));
}

/* Reads all values, in the units of the training file. */
static void read_sensor(double values[VALUES])
{
    for (int i = 0; i < VALUES; i++) {
        int raw = 0;
        ESP_ERROR_CHECK(adc_oneshot_read(adc, (adc_channel_t)(i % PINS), &raw));
        values[i] = raw;
    }
}

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

void app_main(void)
{
    double values[VALUES];
    start_sensor();
    for (;;) {
        read_sensor(values);
        if (prepare(values))
            print_answer();
        vTaskDelay(pdMS_TO_TICKS(PERIOD));
    }
}
