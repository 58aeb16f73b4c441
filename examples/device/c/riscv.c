/*
 * A RISC-V core of 32 bits without any library: start, semihosting, `minstret`, which counts
 * instructions, exactly also under QEMU's `-icount shift=0`.
 */
#include "port.h"
#include "semihosting.h"

extern uint32_t bss_start[], bss_end[];
int main(void);
void start(void);

static uint32_t before;

__asm__(".section .start, \"ax\"\n"
        ".globl _start\n"
        "_start:\n"
        "    la sp, stack_top\n"
        "    call start\n"
        ".text\n");

__attribute__((noinline)) int ask(uint32_t operation, const void *what)
{
    register uint32_t a0 __asm__("a0") = operation;
    register const void *a1 __asm__("a1") = what;
    __asm__ volatile(".option push\n\t.option norvc\n\t.balign 16\n\t"
                     "slli x0, x0, 0x1f\n\tebreak\n\tsrai x0, x0, 7\n\t.option pop"
                     : "+r"(a0)
                     : "r"(a1)
                     : "memory");
    return (int)a0;
}

static uint32_t counter(void)
{
    uint32_t now;
    __asm__ volatile("csrr %0, minstret" : "=r"(now)::"memory");
    return now;
}

void port_start(void)
{
    before = counter();
}

/* The measurement itself, some instructions, is counted too. */
uint32_t port_stop(void)
{
    return counter() - before;
}

void start(void)
{
    for (uint32_t *to = bss_start; to < bss_end; to++)
        *to = 0;
    ask(EXIT, (const void *)(main() == 0 ? WELL : BADLY));
    for (;;)
        ;
}
