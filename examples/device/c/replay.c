/*
 * Answers rows that a host sends, and sends back the scores with what they took: what `kernelet
 * verify` runs on a board. `docs/verification.md` has the frames; `replay_model.h` names the model.
 */
#include "port.h"
#include "replay_model.h"

enum { HELLO = 'h', ROW = 'r', ANSWER = 'a', AGAIN = 'n', VERSION = 1 };

#define START 0xffffu

static model_input inputs[MODEL_INPUTS];
static model_score scores[MODEL_OUTPUTS];
static uint16_t sum;
static uint32_t cost;

/* CRC-16 of CCITT. */
static void add_to_sum(const uint8_t *bytes, uint16_t count)
{
    for (uint16_t i = 0; i < count; i++) {
        sum = (uint16_t)(sum ^ (uint16_t)(bytes[i] << 8));
        for (uint8_t bit = 0; bit < 8; bit++)
            sum = (uint16_t)((uint16_t)(sum << 1) ^ ((sum & 0x8000u) != 0 ? 0x1021u : 0u));
    }
}

static int get(void *bytes, uint16_t count)
{
    int there = port_read(bytes, count);
    add_to_sum((const uint8_t *)bytes, count);
    return there;
}

static void put(const void *bytes, uint16_t count)
{
    add_to_sum((const uint8_t *)bytes, count);
    port_write(bytes, count);
}

static void begin(char letter)
{
    sum = START;
    put(&letter, 1);
}

static void end(void)
{
    uint16_t now = sum;
    port_write(&now, sizeof now);
}

static int is_whole(void)
{
    uint16_t now = sum, sent;
    return port_read(&sent, sizeof sent) && sent == now;
}

#if defined(MODEL_LENGTH)
static model_window window;
static model_input others[MODEL_INPUTS - REPLAY_WINDOW_FEATURES + 1];

/* The readings of a window, then the inputs of other sensors. */
static void read_row(void)
{
    window.filled = window.skipped = 0;
    for (uint16_t t = 0; t < MODEL_LENGTH; t++) {
        int16_t readings[MODEL_CHANNELS];
        get(readings, sizeof readings);
        model_push(&window, readings);
    }
    if (MODEL_INPUTS > REPLAY_WINDOW_FEATURES)
        get(others, sizeof others - sizeof others[0]);
}

static void predict(void)
{
    model_inputs(&window, inputs);
    for (uint16_t i = REPLAY_WINDOW_FEATURES; i < MODEL_INPUTS; i++)
        inputs[i] = others[i - REPLAY_WINDOW_FEATURES];
    model_scores(inputs, scores);
}

#define HELD (sizeof window + sizeof inputs + sizeof scores)
#else
static void read_row(void)
{
    get(inputs, sizeof inputs);
}

static void predict(void)
{
    model_scores(inputs, scores);
}

#define HELD (sizeof inputs + sizeof scores)
#endif

static void measure(void)
{
    port_start();
    predict();
    cost = port_stop();
}

static void hello(void)
{
    const uint8_t version = VERSION;
    const uint16_t size = sizeof scores[0], outputs = MODEL_OUTPUTS;
    const uint32_t held = HELD;
    begin(HELLO);
    put(&version, sizeof version);
    put(&size, sizeof size);
    put(&outputs, sizeof outputs);
    put(&held, sizeof held);
    end();
}

static void answer(void)
{
    uint16_t stack = (uint16_t)port_stack(measure);
    begin(ANSWER);
    put(scores, sizeof scores);
    put(&cost, sizeof cost);
    put(&stack, sizeof stack);
    end();
}

/* Returns where the host has no more rows. */
int main(void)
{
    for (;;) {
        uint8_t letter;
        sum = START;
        if (!get(&letter, 1))
            return 0;
        if (letter == HELLO) {
            hello();
        } else if (letter == ROW) {
            read_row();
            if (is_whole()) {
                answer();
            } else {
                begin(AGAIN);
                end();
            }
        } else {
            return 0;
        }
    }
}
