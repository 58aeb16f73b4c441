/*
 * Runs firmware of `avr.c` on a simulated AVR, with golden vectors from standard input, or firmware
 * of `replay.c` with requests:
 *   simulate MCU FIRMWARE BYTES_OF_READINGS BYTES_OF_ANSWERS <rows
 *   simulate MCU FIRMWARE ANSWERS <requests
 * Cycles are those of the core. The stack is watched after every instruction of a prediction; where it
 * grows into variables, the simulator ends with exit code 3.
 */
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <simavr/sim_io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GPIOR0 = 0x3e, GPIOR1 = 0x4a, GPIOR2 = 0x4b, SPL = 0x5d, SPH = 0x5e, LONGEST = 4096, OVERRUN = 3 };

static size_t readings, answers;
static FILE *replies;
static uint8_t row[LONGEST];
static unsigned long rows, wrong;
static avr_cycle_count_t start, latest, least = (avr_cycle_count_t)-1, most;
static unsigned top, deepest;
static int predicting, done;

static unsigned stack_pointer(const avr_t *avr)
{
    return avr->data[SPL] | (unsigned)avr->data[SPH] << 8;
}

static void measure(avr_cycle_count_t cycles)
{
    least = cycles < least ? cycles : least;
    most = cycles > most ? cycles : most;
    latest = cycles;
    predicting = 0;
}

static unsigned word(const uint8_t *where)
{
    return where[0] | (unsigned)where[1] << 8;
}

static void put(uint8_t *where, avr_cycle_count_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        where[i] = (uint8_t)(number >> 8 * i);
}

/* The requests of `avr_replay.c`. */
static void on_request(avr_t *avr, uint8_t what, uint8_t *where)
{
    uint8_t *bytes = avr->data + word(where);
    unsigned count = word(where + 2);
    switch (what) {
    case 'i':
        if (fread(bytes, 1, count, stdin) != count)
            put(where + 2, 0, 2);
        break;
    case 'o':
        fwrite(bytes, 1, count, replies);
        fflush(replies);
        break;
    case 'c':
        put(where, latest, 4);
        break;
    case 's':
        put(where, top - deepest, 2);
        break;
    case 'x':
        done = 1;
        break;
    }
}

static void on_write(avr_t *avr, avr_io_addr_t address, uint8_t what, void *unused)
{
    uint8_t *where = avr->data + (avr->data[GPIOR1] | (unsigned)avr->data[GPIOR2] << 8);
    (void)address, (void)unused;
    switch (what) {
    case 'r':
        done = fread(row, readings, 1, stdin) != 1;
        memcpy(where, row, readings);
        break;
    case 'b':
        start = avr->cycle;
        top = deepest = stack_pointer(avr);
        predicting = 1;
        break;
    case 'e':
        measure(avr->cycle - start);
        break;
    case 'a':
        rows++;
        done = fread(row, answers, 1, stdin) != 1;
        wrong += memcmp(where, row, answers) != 0;
        break;
    default:
        on_request(avr, what, where);
    }
}

int main(int count, char **words)
{
    static elf_firmware_t firmware;
    avr_t *avr = count == 4 || count == 5 ? avr_make_mcu_by_name(words[1]) : NULL;
    if (avr == NULL || elf_read_firmware(words[2], &firmware) != 0)
        return 2;
    readings = count == 5 ? strtoul(words[3], NULL, 10) : 0;
    answers = count == 5 ? strtoul(words[4], NULL, 10) : 0;
    replies = count == 4 ? fopen(words[3], "wb") : stdout;
    if (readings + answers > LONGEST || replies == NULL)
        return 2;
    avr_init(avr);
    firmware.frequency = 16000000;
    avr_load_firmware(avr, &firmware);
    avr_register_io_write(avr, GPIOR0, on_write, NULL);
    const unsigned variables_end = avr->ioend + 1u + firmware.datasize + firmware.bsssize;
    for (int state = cpu_Running; !done && state != cpu_Done && state != cpu_Crashed; state = avr_run(avr)) {
        if (predicting && stack_pointer(avr) < deepest)
            deepest = stack_pointer(avr);
        /* the pointer is that of the next free byte */
        if (predicting && deepest + 1 < variables_end)
            return OVERRUN;
    }
    if (count == 4)
        return 0;
    printf("rows=%lu mismatches=%lu instructions=%llu..%llu stack=%u flash=%u ram=%u\n", rows, wrong,
           (unsigned long long)least, (unsigned long long)most, top - deepest, firmware.flashsize,
           firmware.datasize + firmware.bsssize);
    return rows == 0 || wrong > 0;
}
