// Reads a sensor, and prints the answer to every reading.
#include <Arduino.h>
#include <motion.h>
#include <motion_sheet.h>

// The time between two samples in milliseconds: set it to that of the training recording.
static const unsigned long PERIOD = 10;

// Returns the value of a channel in the unit of the training file. Here it is that of a pin; put
// your sensor in its place.
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
    static motion_input inputs[MOTION_INPUTS];
    static motion_window window;
    double values[MOTION_CHANNELS];
    static int16_t readings[MOTION_CHANNELS];
    for (uint16_t i = 0; i < MOTION_CHANNELS; i++)
        values[i] = read_sensor(i);
    motion_readings(values, readings);
    if (!motion_push(&window, readings))
        return;
    motion_inputs(&window, inputs);
    uint16_t label = motion_class(inputs);
    label = motion_steady(&window, label);
    Serial.println(motion_labels[label]);
    digitalWrite(LED_BUILTIN, label != 0);
}
