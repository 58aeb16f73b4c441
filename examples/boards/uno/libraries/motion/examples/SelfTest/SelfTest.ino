// Computes the scores of golden rows, and says whether all are those of the host, bit for bit. The
// light goes on where they are.
#include <Arduino.h>
#include <motion.h>
#include <motion_test.h>

void setup()
{
    Serial.begin(115200);
    pinMode(LED_BUILTIN, OUTPUT);
    int wrong = motion_self_test();
    if (wrong == 0) {
        Serial.println("motion: passed");
        digitalWrite(LED_BUILTIN, HIGH);
    } else {
        Serial.print("motion: failed at row ");
        Serial.println(wrong);
    }
}

void loop()
{
}
