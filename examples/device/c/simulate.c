/*
 * Runs firmware of `avr.c` on a simulated AVR, with golden vectors from standard input:
 *   simulate MCU FIRMWARE BYTES_OF_READINGS BYTES_OF_ANSWERS <rows
 * Cycles are those of the core. The stack is watched after every instruction of a prediction.
 */
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <simavr/sim_io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GPIOR0 = 0x3e, GPIOR1 = 0x4a, GPIOR2 = 0x4b, SPL = 0x5d, SPH = 0x5e, LONGEST = 4096 };

static size_t readings, answers;
static uint8_t row[LONGEST];
static unsigned long rows, wrong;
static avr_cycle_count_t start, least = (avr_cycle_count_t)-1, most;
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
    predicting = 0;
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
    }
}

int main(int count, char **words)
{
    static elf_firmware_t firmware;
    avr_t *avr = count == 5 ? avr_make_mcu_by_name(words[1]) : NULL;
    if (avr == NULL || elf_read_firmware(words[2], &firmware) != 0)
        return 2;
    readings = strtoul(words[3], NULL, 10);
    answers = strtoul(words[4], NULL, 10);
    if (readings + answers > LONGEST)
        return 2;
    avr_init(avr);
    firmware.frequency = 16000000;
    avr_load_firmware(avr, &firmware);
    avr_register_io_write(avr, GPIOR0, on_write, NULL);
    for (int state = cpu_Running; !done && state != cpu_Done && state != cpu_Crashed; state = avr_run(avr))
        if (predicting && stack_pointer(avr) < deepest)
            deepest = stack_pointer(avr);
    printf("rows=%lu mismatches=%lu instructions=%llu..%llu stack=%u flash=%u ram=%u\n", rows, wrong,
           (unsigned long long)least, (unsigned long long)most, top - deepest, firmware.flashsize,
           firmware.datasize + firmware.bsssize);
    return rows == 0 || wrong > 0;
}
