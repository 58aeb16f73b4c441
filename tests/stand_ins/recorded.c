/* The sensor of a pack's example: a recorded stream. */
#include "sensor.h"

int read_sensor(double *values);

int read_sensor(double *values)
{
    for (int i = 0; i < VALUES; i++)
        values[i] = next_reading();
    return 1;
}
