/* Reads a sensor, and prints the answer to every reading. */
#include <my_model.h>
#include <my_model_sheet.h>
#include <zephyr/device.h>
#include <zephyr/drivers/sensor.h>
#include <zephyr/kernel.h>

/* The accelerometer of the board; put your sensor in its place. */
static const struct device *const sensor = DEVICE_DT_GET(DT_ALIAS(accel0));

// [if windows]
/* The time between two samples in milliseconds: set it to that of the training recording@interval@. */
#define PERIOD 10

/* The number of values that the sensor gives at a time. */
#define VALUES MY_MODEL_CHANNELS

static my_model_window window;
// [else]
/* The time between two readings in milliseconds. */
#define PERIOD 500

/* The number of values that the sensor gives at a time. */
#define VALUES MY_MODEL_INPUTS

// [end]
static my_model_input inputs[MY_MODEL_INPUTS];

/* Reads all values, in the units of the training file; returns 0, or an error. */
static int read_sensor(double values[VALUES])
{
	struct sensor_value axes[3];
	int error = sensor_sample_fetch(sensor);

	if (error == 0) {
		error = sensor_channel_get(sensor, SENSOR_CHAN_ACCEL_XYZ, axes);
	}
	for (uint16_t i = 0; error == 0 && i < VALUES; i++) {
		values[i] = sensor_value_to_double(&axes[i % 3]);
	}
	return error;
}

// [if others]
/*
 * The last @others@ of my_model_input_names are of other sensors: put their readings behind the
 * features in inputs, as my_model_prepare makes them. Until then the model takes their means.
 */
// [end]
// [if windows]
/* Adds a sample to the window; returns 1 where that is complete. */
static int prepare(const double values[VALUES])
{
	static int16_t readings[VALUES];

	my_model_readings(values, readings);
	if (!my_model_push(&window, readings)) {
		return 0;
	}
	my_model_inputs(&window, inputs);
	return 1;
}
// [else]
/* Prepares the inputs of a row; returns 1. */
static int prepare(const double values[VALUES])
{
	my_model_prepare(values, inputs);
	return 1;
}
// [end]

static void print_answer(void)
{
// [if class]
	uint16_t label = my_model_class(inputs);

// [end]
// [if steady]
	label = my_model_steady(&window, label);
// [end]
// [if class]
	printk("%s\n", my_model_labels[label]);
// [end]
// [if value]
	printk("%g\n", (double)my_model_value(inputs));
// [end]
// [if values]
	float values[MY_MODEL_OUTPUTS];

	my_model_values(inputs, values);
	for (uint16_t k = 0; k < MY_MODEL_OUTPUTS; k++) {
		printk("%g\n", (double)values[k]);
	}
// [end]
}

int main(void)
{
	double values[VALUES];

	if (!device_is_ready(sensor)) {
		printk("the sensor is not ready\n");
		return 0;
	}
	for (;;) {
		int error = read_sensor(values);

		if (error != 0) {
			printk("the sensor cannot be read: %d\n", error);
		} else if (prepare(values)) {
			print_answer();
		}
		k_msleep(PERIOD);
	}
}
