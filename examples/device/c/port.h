/* The functions that `check.c` and `replay.c` need of the machine that it runs on. */
#ifndef PORT_H
#define PORT_H

#include <stdint.h>

/* Reads the next bytes whole, a golden vector; 0 where none is left. */
int port_read(void *row, uint32_t bytes);

/* Starts and stops a measurement; stopping gives instructions, 0 where they cannot be counted. */
void port_start(void);
uint32_t port_stop(void);

/* The bytes of stack that some work takes, 0 where they cannot be measured. */
uint32_t port_stack(void (*work)(void));

/* Prints a line. */
void port_print(const char *line);

/* Sends some bytes; `replay.c` alone needs it. */
void port_write(const void *bytes, uint32_t count);

#endif
