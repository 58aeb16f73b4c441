/*
 * Answers golden vectors with a model that `kernelet export --as c --name model` wrote, and compares
 * every answer, bit for bit. Prints one line, as the firmware in Rust does; the exit code is 0 where
 * every answer is right.
 */
#include "answer.h"
#include "port.h"

typedef struct {
    model_input inputs[MODEL_INPUTS];
    answer answers[ANSWERS];
} golden;

static golden row;
static answer answers[ANSWERS];

#if defined(MODEL_LENGTH)
static model_window window;

/* Pushes the readings of the next window; answers follow them. */
static int next_row(void)
{
    int16_t readings[MODEL_CHANNELS];
    window.filled = window.skipped = 0;
    for (uint16_t t = 0; t < MODEL_LENGTH; t++) {
        if (!port_read(readings, sizeof readings))
            return 0;
        model_push(&window, readings);
    }
    return port_read(row.answers, sizeof row.answers);
}

static void predict(void)
{
    model_inputs(&window, row.inputs);
    answer_row(row.inputs, answers);
}
#else
/* Without padding between, as golden vectors are packed. */
static uint8_t packed[sizeof(model_input) * MODEL_INPUTS + sizeof(answer) * ANSWERS];

static void copy(void *to, const void *from, uint32_t bytes)
{
    volatile uint8_t *target = (volatile uint8_t *)to;
    const uint8_t *source = (const uint8_t *)from;
    while (bytes-- > 0)
        *target++ = *source++;
}

static int next_row(void)
{
    if (!port_read(packed, sizeof packed))
        return 0;
    copy(row.inputs, packed, sizeof row.inputs);
    copy(row.answers, packed + sizeof row.inputs, sizeof row.answers);
    return 1;
}

static void predict(void)
{
    answer_row(row.inputs, answers);
}
#endif

/* How many answers differ in any bit. */
static uint32_t mismatches(void)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < ANSWERS; k++) {
        const uint8_t *one = (const uint8_t *)(answers + k), *other = (const uint8_t *)(row.answers + k);
        uint8_t difference = 0;
        for (uint32_t i = 0; i < sizeof answers[0]; i++)
            difference = (uint8_t)(difference | (one[i] ^ other[i]));
        count += difference != 0;
    }
    return count;
}

static char *put(char *text, const char *word)
{
    while (*word != 0)
        *text++ = *word++;
    return text;
}

static char *put_number(char *text, uint32_t number)
{
    char digits[11];
    char *digit = digits + sizeof digits;
    *--digit = 0;
    do
        *--digit = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    return put(text, digit);
}

int main(void)
{
    uint32_t rows = 0, wrong = 0, least = UINT32_MAX, most = 0;
    char line[128], *end = line;
    for (; next_row(); rows++) {
        port_start();
        predict();
        uint32_t cost = port_stop();
        least = cost < least ? cost : least;
        most = cost > most ? cost : most;
        wrong += mismatches();
    }
    end = put_number(put(end, "rows="), rows);
    end = put_number(put(end, " mismatches="), wrong);
    end = put_number(put(end, " instructions="), least);
    end = put_number(put(end, ".."), most);
    end = put_number(put(end, " stack="), port_stack(predict));
    *put(end, "\n") = 0;
    port_print(line);
    return rows == 0 || wrong > 0;
}
