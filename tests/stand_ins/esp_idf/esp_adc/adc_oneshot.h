/* A stand-in for ESP-IDF's driver of analogue pins. */
#ifndef ADC_ONESHOT_H
#define ADC_ONESHOT_H

#include "../../sensor.h"

typedef int *adc_oneshot_unit_handle_t;
typedef enum { ADC_UNIT_1 } adc_unit_t;
typedef enum { ADC_ATTEN_DB_12 = 3 } adc_atten_t;
typedef enum { ADC_BITWIDTH_DEFAULT } adc_bitwidth_t;
typedef enum { ADC_CHANNEL_0 } adc_channel_t;
typedef struct { adc_unit_t unit_id; } adc_oneshot_unit_init_cfg_t;
typedef struct { adc_atten_t atten; adc_bitwidth_t bitwidth; } adc_oneshot_chan_cfg_t;

#define ESP_ERROR_CHECK(error) do { if ((error) != 0) abort(); } while (0)

static inline int adc_oneshot_new_unit(const adc_oneshot_unit_init_cfg_t *unit, adc_oneshot_unit_handle_t *adc)
{
    static int handle;
    *adc = &handle;
    return unit->unit_id != ADC_UNIT_1;
}

static inline int adc_oneshot_config_channel(adc_oneshot_unit_handle_t adc, adc_channel_t pin,
                                             const adc_oneshot_chan_cfg_t *settings)
{
    (void)pin;
    return adc == NULL || settings == NULL;
}

static inline int adc_oneshot_read(adc_oneshot_unit_handle_t adc, adc_channel_t pin, int *raw)
{
    (void)pin;
    *raw = next_reading();
    return adc == NULL;
}

#endif
