/*
 * A Cortex-M without any library: reset, semihosting, SysTick. Instructions are exact under QEMU's
 * `-icount shift=7`, where each takes 128 ns; TICK is SysTick's period in picoseconds.
 */
#include "port.h"
#include "semihosting.h"

#define SYST_CSR (*(volatile uint32_t *)0xe000e010u)
#define SYST_RVR (*(volatile uint32_t *)0xe000e014u)
#define SYST_CVR (*(volatile uint32_t *)0xe000e018u)
#define CPACR (*(volatile uint32_t *)0xe000ed88u)
#define INSTRUCTION 128000u

extern uint32_t stack_top[], data_start[], data_end[], data_source[], bss_start[], bss_end[];
int main(void);
void reset(void);

__attribute__((section(".vectors"), used)) static const void *const vectors[] = {stack_top, (const void *)reset};

static uint32_t before;

int ask(uint32_t operation, const void *what)
{
    register uint32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = what;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return (int)r0;
}

void port_start(void)
{
    (void)SYST_CSR; /* forgets an overflow before */
    before = SYST_CVR;
    __asm__ volatile("" ::: "memory");
}

/* The measurement itself, a dozen instructions, is counted too. One overflow is seen. */
uint32_t port_stop(void)
{
    __asm__ volatile("" ::: "memory");
    uint32_t now = SYST_CVR;
    uint64_t wrapped = (SYST_CSR & 0x10000u) != 0 ? 0x1000000u : 0;
    return (uint32_t)(((wrapped + before - now) * TICK + INSTRUCTION / 2) / INSTRUCTION);
}

void reset(void)
{
#if defined(__ARM_FP) || defined(__ARM_FEATURE_MVE)
    CPACR |= 0xfu << 20;
    __asm__ volatile("dsb\n\tisb");
#endif
    for (uint32_t *to = data_start, *from = data_source; to < data_end; to++, from++)
        *to = *from;
    for (uint32_t *to = bss_start; to < bss_end; to++)
        *to = 0;
    SYST_RVR = 0x00ffffffu;
    SYST_CVR = 0;
    SYST_CSR = 5;
    ask(EXIT, (const void *)(main() == 0 ? WELL : BADLY));
    for (;;)
        ;
}
