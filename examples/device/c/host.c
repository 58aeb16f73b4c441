/* A workstation: golden vectors come through standard input, and nothing is counted. */
#include "port.h"
#include <stdio.h>

int port_read(void *row, uint32_t bytes)
{
    return fread(row, bytes, 1, stdin) == 1;
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

void port_print(const char *line)
{
    fputs(line, stdout);
}
