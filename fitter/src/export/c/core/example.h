/*
 * An example of what `kernelet export` writes before the files of a model: a configuration, the
 * words of the number format, and the model's constants. Every name that an export may define is
 * here.
 */
#ifndef KLT_EXAMPLE_H
#define KLT_EXAMPLE_H

#include <stdint.h>

/* Functions that the model's user calls begin with its name; all others are the file's own. */
#define KLT_NAME(word) model_##word
#define KLT_LOCAL
#define KLT_INLINE

/* Sizes. Lanes are the inputs, rounded up to a power of two, of a row that is made from a seed. */
#define KLT_INPUTS 5
#define KLT_OUTPUTS 3
#define KLT_SCALE 0.5f
#define KLT_SCALES {0.5f, 0.25f, 2.0f}
#define KLT_RANGES 2
#define KLT_LANES 8
#define KLT_GUARDS 1
#define KLT_LOGARITHMS 1
#define KLT_MARGINS 1
#define KLT_MISSING 0

/* Windows of a stream. */
#define KLT_CHANNELS 2
#define KLT_LENGTH 40
#define KLT_STRIDE 20
#define KLT_WINDOW_FEATURES 2
#define KLT_UP 8
#define KLT_STEADY 3
#define KLT_PAIRS_OF_CHANNELS 1
#define KLT_BANDS 1
typedef struct {
    uint16_t samples[KLT_CHANNELS][KLT_LENGTH];
    uint16_t filled, skipped;
    uint16_t latest[KLT_STEADY], steady;
    uint8_t known;
} KLT_NAME(window);

/* Learning. */
#define KLT_FEATURES 2
#define KLT_FIRST 1
#define KLT_LEARNT 2
#define KLT_RATE 16384
#define KLT_FORGET 10
#define KLT_SHIFT 8
#define KLT_DIRECTIONS 2
#define KLT_ROOM 4
#define KLT_LABELS 3
#define KLT_CHECKSUM 0x12345678u
#define KLT_RECORD 14
#define KLT_TRUTH uint16_t label
#define KLT_TRUTH_WORDS(PUT) PUT(label, 2)
typedef struct {
    int32_t weights[KLT_LEARNT][KLT_FEATURES + 1];
    int16_t features[KLT_FEATURES + 1];
} KLT_NAME(learner);

#include "flash.h"
#include "loops.h"
#if defined(KLT_EXAMPLE_F32)
#include "f32.h"
#define KLT_PROBABILITY_RESCALE 0.25f
#define KLT_NOVELTY_RESCALE 0.25f
#else
#define KLT_PROBABILITY_RESCALE 0x10039c40u
#define KLT_NOVELTY_RESCALE 0x10039c40u
#include "fixed.h"
#if defined(KLT_EXAMPLE_Q15)
#include "wide.h"
#include "q15.h"
#elif defined(KLT_EXAMPLE_Q3)
#include "narrow.h"
#include "q3.h"
#include "../dsp/core.h"
#include "../dsp/instructions.h"
#include "../dsp/q3.h"
#else
#include "narrow.h"
#include "i8.h"
#include "../dsp/core.h"
#include "../dsp/instructions.h"
#include "../dsp/q7.h"
#endif
#include "../avr/core.h"
#endif
#include "index.h"

static const uint16_t guard_inputs[1] KLT_FLASH = {2};
static const input guard_words[3] KLT_FLASH = {-100, 100, 10};
static const uint8_t guard_shifts[1] KLT_FLASH = {1};
static const uint16_t logarithm_inputs[1] KLT_FLASH = {3};
static const input logarithm_scales[2] KLT_FLASH = {1, 0};
static const score_word bias[6] KLT_FLASH = {0};
static const score_word threshold[2] KLT_FLASH = {0};
static const score_word targets[4] KLT_FLASH = {0};
static const score_word margins[2] KLT_FLASH = {100};
static const score_word interval[18] KLT_FLASH = {100};
static const score_word levels[4] KLT_FLASH = {100};
static const int8_t directions[8] KLT_FLASH = {1};
static const int16_t quarter[64] KLT_FLASH = {32767};
static const uint16_t powers[33] KLT_FLASH = {32768};
static const uint16_t kernels[84] KLT_FLASH = {0x210};
static const int8_t wave[160] KLT_FLASH = {127};
static const uint8_t window_groups[14] KLT_FLASH = {0, 0, 1, 0, 1, 7, 9, 2, 1, 0, 0, 1, 0, 0};
static const int16_t window_centres[2] KLT_FLASH = {100};
static const uint8_t window_shifts[2] KLT_FLASH = {3};
static const weight rows_1[10] KLT_FLASH = {1};
static const scale_phase_word scale_phases_1[4] KLT_FLASH = {1};
static const weight head_1[6] KLT_FLASH = {1};
static const uint8_t depths_2[1] KLT_FLASH = {1};
static const input_index indices_2[1] KLT_FLASH = {4};
static const input thresholds_2[1] KLT_FLASH = {7};
static const leaf_word leaves_2[6] KLT_FLASH = {1};

/* Each block by its number, counted from one, and the call that adds it to the scores. */
#define KLT_BLOCKS(BLOCK)                                        \
    BLOCK(1, add_cosine(rows_1, scale_phases_1, head_1, 2, x, scores, kept ? kept + 0 : 0)) \
    BLOCK(2, add_ferns(depths_2, indices_2, thresholds_2, leaves_2, 0, 1, x, scores))

#endif
