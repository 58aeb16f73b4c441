// Names the motion of an MPU-6050 on an Arduino Uno: SDA on A4, SCL on A5. The light is on while the
// board is moved.
#include <Wire.h>
#include <motion.h>
#include <motion_sheet.h>

// The milliseconds between two samples: those of the training recording.
static const unsigned long PERIOD = 10;

static const uint8_t ADDRESS = 0x68;

static void write_register(uint8_t number, uint8_t value)
{
    Wire.beginTransmission(ADDRESS);
    Wire.write(number);
    Wire.write(value);
    Wire.endTransmission();
}

// Reads the acceleration along each axis in milligravities; 2^14 units are 1,000.
static void read_sensor(double values[MOTION_CHANNELS])
{
    Wire.beginTransmission(ADDRESS);
    Wire.write(0x3b);
    Wire.endTransmission(false);
    Wire.requestFrom(ADDRESS, (uint8_t)(2 * MOTION_CHANNELS));
    for (uint8_t i = 0; i < MOTION_CHANNELS; i++) {
        uint16_t high = (uint8_t)Wire.read(), low = (uint8_t)Wire.read();
        values[i] = (int16_t)(high << 8 | low) * (1000.0 / 16384);
    }
}

void setup()
{
    Serial.begin(115200);
    Wire.begin();
    write_register(0x6b, 0); // awake
    pinMode(LED_BUILTIN, OUTPUT);
}

void loop()
{
    static unsigned long next = millis();
    static motion_window window;
    static motion_input inputs[MOTION_INPUTS];
    double values[MOTION_CHANNELS];
    static int16_t readings[MOTION_CHANNELS];
    while ((long)(millis() - next) < 0) {
    }
    next += PERIOD;
    read_sensor(values);
    motion_readings(values, readings);
    if (!motion_push(&window, readings))
        return;
    motion_inputs(&window, inputs);
    uint16_t label = motion_steady(&window, motion_class(inputs));
    Serial.println(motion_labels[label]);
    digitalWrite(LED_BUILTIN, label != 0);
}
