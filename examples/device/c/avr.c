/*
 * An AVR under `simulate`, which watches GPIOR0: it puts readings where GPIOR1 and GPIOR2 point to,
 * counts the cycles of a prediction, and takes the answers from there.
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

int main(void)
{
    for (;;) {
        say('r', inputs);
        GPIOR0 = 'b';
        answer_row(inputs, answers);
        GPIOR0 = 'e';
        say('a', answers);
    }
}
