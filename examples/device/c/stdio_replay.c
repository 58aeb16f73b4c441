/*
 * What `replay.c` needs of a workstation: requests from standard input, answers to standard output.
 * A board has the same functions over its UART; what it cannot count is zero.
 */
#include "port.h"
#include <stdio.h>

int port_read(void *bytes, uint32_t count)
{
    return fread(bytes, count, 1, stdin) == 1;
}

void port_write(const void *bytes, uint32_t count)
{
    fwrite(bytes, count, 1, stdout);
    fflush(stdout);
}

void port_start(void)
{
}

uint32_t port_stop(void)
{
    return 0;
}

uint32_t port_stack(void (*work)(void))
{
    work();
    return 0;
}
