/* A stand-in for Zephyr's sensors. */
#ifndef ZEPHYR_SENSOR_H
#define ZEPHYR_SENSOR_H

#include "../../../sensor.h"
#include "../device.h"

#include <stdint.h>

struct sensor_value { int32_t val1, val2; };
enum sensor_channel { SENSOR_CHAN_ACCEL_XYZ = 3 };

static inline int sensor_sample_fetch(const struct device *device) { return !device->ready; }

static inline int sensor_channel_get(const struct device *device, enum sensor_channel channel,
                                     struct sensor_value *axes)
{
    for (int i = 0; i < 3; i++) {
        axes[i].val1 = next_reading();
        axes[i].val2 = 0;
    }
    return !device->ready || channel != SENSOR_CHAN_ACCEL_XYZ;
}

static inline double sensor_value_to_double(const struct sensor_value *value)
{
    return value->val1 + value->val2 / 1e6;
}

#endif
