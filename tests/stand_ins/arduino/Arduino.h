/* A stand-in for Arduino.h: the functions that sketches of packages call. */
#ifndef ARDUINO_H
#define ARDUINO_H

#include <stdint.h>

#define A0 14
#define NUM_ANALOG_INPUTS 6
#define LED_BUILTIN 13
#define OUTPUT 1
#define HIGH 1

void setup();
void loop();

#if defined(__AVR__)
int analogRead(int pin);
static inline void print_text(const char *text) { (void)text; }
static inline void print_number(double number) { (void)number; }
#else
#include "../sensor.h"
static inline int analogRead(int pin) { (void)pin; return next_reading(); }
static inline void print_text(const char *text) { fputs(text, stdout); }
static inline void print_number(double number) { printf("%g", number); }
#endif

static unsigned long now;
static inline unsigned long millis() { return now; }
static inline void delay(unsigned long milliseconds) { now += milliseconds; }
static inline void pinMode(int pin, int mode) { (void)pin, (void)mode; }
static inline void digitalWrite(int pin, int value) { (void)pin, (void)value; }

struct Printer {
    void begin(unsigned long) {}
    void print(const char *text) { print_text(text); }
    void println(const char *text) { print_text(text), print_text("\n"); }
    void println(double number) { print_number(number), print_text("\n"); }
    void println(double number, int digits) { (void)digits, print_number(number), print_text("\n"); }
};

static Printer Serial;

int main()
{
    setup();
    for (int i = 0; i < 400; i++)
        loop();
    return 0;
}

#endif
