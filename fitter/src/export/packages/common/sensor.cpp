// Reads a sensor, and prints the answer to every reading.
#include <Arduino.h>
#include <my_model.h>
#include <my_model_sheet.h>

// [if windows]
// The time between two samples in milliseconds: set it to that of the training recording@interval@.
static const unsigned long PERIOD = 10;

// Returns the value of a channel in the unit of the training file. Here it is that of a pin; put
// your sensor in its place.
// [else]
// The time between two readings in milliseconds.
static const unsigned long PERIOD = 500;

// Returns the value of an input in the unit of the training file. Here it is that of a pin; put your
// sensor in its place.
// [end]
static double read_sensor(uint16_t number)
{
    return analogRead(A0 + number % NUM_ANALOG_INPUTS);
}

void setup()
{
    Serial.begin(115200);
    pinMode(LED_BUILTIN, OUTPUT);
}

void loop()
{
    // the next reading is due a period after this one, however long the answer takes; after a longer
    // delay the readings between are lost
    static unsigned long due;
    long early = (long)(due - millis());
    if (early > 0)
        delay((unsigned long)early);
    due = early < -(long)PERIOD ? millis() + PERIOD : due + PERIOD;
    static my_model_input inputs[MY_MODEL_INPUTS];
// [if windows]
    static my_model_window window;
    double values[MY_MODEL_CHANNELS];
    static int16_t readings[MY_MODEL_CHANNELS];
    for (uint16_t i = 0; i < MY_MODEL_CHANNELS; i++)
        values[i] = read_sensor(i);
    my_model_readings(values, readings);
    if (!my_model_push(&window, readings))
        return;
    my_model_inputs(&window, inputs);
// [else]
    double values[MY_MODEL_INPUTS];
    for (uint16_t i = 0; i < MY_MODEL_INPUTS; i++)
        values[i] = read_sensor(i);
    my_model_prepare(values, inputs);
// [end]
// [if others]
    // The last @others@ of my_model_input_names are of other sensors: put their readings behind the
    // features in inputs, as my_model_prepare makes them. Until then the model takes their means.
// [end]
// [if class]
    uint16_t label = my_model_class(inputs);
// [end]
// [if steady]
    label = my_model_steady(&window, label);
// [end]
// [if class]
    Serial.println(my_model_labels[label]);
    digitalWrite(LED_BUILTIN, label != 0);
// [end]
// [if value]
    Serial.println(my_model_value(inputs), 6);
// [end]
// [if values]
    float answers[MY_MODEL_OUTPUTS];
    my_model_values(inputs, answers);
    for (uint16_t k = 0; k < MY_MODEL_OUTPUTS; k++)
        Serial.println(answers[k], 6);
// [end]
}
