/*
 * What `replay.c` needs of an AVR under `simulate`, which watches GPIOR0: where GPIOR1 and GPIOR2
 * point to, a request says what goes where.
 */
#include "port.h"
#include <avr/io.h>

typedef struct {
    uint16_t where, count;
} request;

static uint32_t cost;
static uint16_t stack;

static void say(char what, const volatile void *where)
{
    GPIOR1 = (uint8_t)(uintptr_t)where;
    GPIOR2 = (uint8_t)((uintptr_t)where >> 8);
    GPIOR0 = (uint8_t)what;
}

int port_read(void *bytes, uint32_t count)
{
    volatile request all = {(uint16_t)(uintptr_t)bytes, (uint16_t)count};
    say('i', &all);
    __asm__ volatile("" ::: "memory");
    return all.count != 0;
}

void port_write(const void *bytes, uint32_t count)
{
    volatile request all = {(uint16_t)(uintptr_t)bytes, (uint16_t)count};
    say('o', &all);
}

void port_start(void)
{
    GPIOR0 = 'b';
}

uint32_t port_stop(void)
{
    GPIOR0 = 'e';
    __asm__ volatile("" ::: "memory");
    say('c', &cost);
    __asm__ volatile("" ::: "memory");
    return cost;
}

uint32_t port_stack(void (*work)(void))
{
    work();
    say('s', &stack);
    __asm__ volatile("" ::: "memory");
    return stack;
}

/* Behind main, where the simulator would otherwise wait for ever. */
__attribute__((naked, used, section(".fini1"))) static void ending(void)
{
    __asm__ volatile("ldi r24, 'x'\n\tout %0, r24" ::"I"(_SFR_IO_ADDR(GPIOR0)));
}
