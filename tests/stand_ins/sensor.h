/* A sensor that is a formula, and ends the program after 400 readings. */
#ifndef SENSOR_H
#define SENSOR_H

#include <stdio.h>
#include <stdlib.h>

static inline int next_reading(void)
{
    static unsigned long state = 1;
    static int readings = 0;
    if (++readings > 400)
        exit(0);
    state = (state * 1664525u + 1013904223u) & 0xffffffffu;
    return (int)(state >> 22);
}

#endif
