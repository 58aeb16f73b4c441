/*
 * An AVR under `simulate`, which watches GPIOR0: it puts readings where GPIOR1 and GPIOR2 point to,
 * counts the cycles of a prediction, and takes the answers from there. Windows take readings at one
 * time after the other.
 */
#include "answer.h"
#include <avr/io.h>

static model_input inputs[MODEL_INPUTS];
static answer answers[ANSWERS];

static void say(uint8_t what, const void *where)
{
    GPIOR1 = (uint8_t)(uintptr_t)where;
    GPIOR2 = (uint8_t)((uintptr_t)where >> 8);
    GPIOR0 = what;
}

#if defined(MODEL_LENGTH)
static model_window window;
#endif

int main(void)
{
    for (;;) {
#if defined(MODEL_LENGTH)
        int16_t readings[MODEL_CHANNELS];
        window.filled = window.skipped = 0;
        do
            say('r', readings);
        while (!model_push(&window, readings));
        GPIOR0 = 'b';
        model_inputs(&window, inputs);
#else
        say('r', inputs);
        GPIOR0 = 'b';
#endif
        answer_row(inputs, answers);
        GPIOR0 = 'e';
        say('a', answers);
    }
}
