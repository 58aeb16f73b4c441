// Computes the scores of golden rows, and says whether all are those of the host, bit for bit. The
// light goes on where they are.
#include <Arduino.h>
#include <my_model.h>
#include <my_model_test.h>

void setup()
{
    Serial.begin(115200);
    pinMode(LED_BUILTIN, OUTPUT);
    int wrong = my_model_self_test();
    if (wrong == 0) {
        Serial.println("my_model: passed");
        digitalWrite(LED_BUILTIN, HIGH);
    } else {
        Serial.print("my_model: failed at row ");
        Serial.println(wrong);
    }
}

void loop()
{
}
