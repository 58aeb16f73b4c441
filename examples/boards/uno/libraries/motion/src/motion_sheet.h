/* Made by kernelet: what the data sheet of motion knows. */
#ifndef MOTION_SHEET_H
#define MOTION_SHEET_H

#include "motion.h"

#if defined(__cplusplus)
extern "C" {
#endif

#define MOTION_CLASSES 3

/* The labels of the classes, by their index. */
extern const char *const motion_labels[MOTION_CLASSES];

/* The names of the inputs. */
extern const char *const motion_input_names[MOTION_INPUTS];

/*
 * Turns physical values, in the units of the training file, into raw readings; NaN is a missing
 * value. An input named a=b is 1 where the column a has the text b, 0 where it has another text,
 * and NaN where it has none. The readings are those of the host where double has 64 bits.
 */
void motion_prepare(const double values[MOTION_INPUTS], motion_input inputs[MOTION_INPUTS]);

/* The names of the channels. */
extern const char *const motion_channel_names[MOTION_CHANNELS];

/*
 * Turns physical values of all channels at one time into the readings that are pushed. NaN is a
 * missing value and leaves the reading that stands there: keep the array from one sample to the
 * next, and begin with a sample that has all values.
 */
void motion_readings(const double values[MOTION_CHANNELS], int16_t readings[MOTION_CHANNELS]);

#if defined(__cplusplus)
}
#endif

#endif
