/* Calls to the host through a debugger or an emulator. */
#ifndef SEMIHOSTING_H
#define SEMIHOSTING_H

#include <stdint.h>

enum { OPEN = 0x01, WRITE = 0x05, READ = 0x06, EXIT = 0x18, WELL = 0x20026, BADLY = 0x20023 };

/* Asks the host for an operation; each core has its own instruction for it. */
int ask(uint32_t operation, const void *what);

#endif
