/*
 * Made by kernelet 0.1.0: a model in q7 that answers as the runtime crate does, bit for bit.
 * 172 inputs, 3 features, 3 scores. motion.c needs no heap and no library beyond <stdint.h>.
 *
 * Channels, and how each value becomes the reading that is pushed:
 *   0  "ax": 1 * x + 0, rounded
 *   1  "ay": 1 * x + 0, rounded
 *   2  "az": 1 * x + 0, rounded
 *
 * Inputs, and how each becomes the raw reading that goes in:
 *   0  "ax share of kernel 013 at distance 1 above 128": as it is
 *   1  "ax share of kernel 024 at distance 1 above 64": as it is
 *   2  "ax share of kernel 024 at distance 1 above -64": as it is
 *   3  "ax share of kernel 026 at distance 1 above -64": as it is
 *   4  "ax share of kernel 035 at distance 1 above -3072": as it is
 *   5  "ax share of kernel 036 at distance 1 above 1920": as it is
 *   6  "ax share of kernel 038 at distance 1 above 384": as it is
 *   7  "ax share of kernel 045 at distance 1 above -1024": as it is
 *   8  "ax share of kernel 047 at distance 1 above 2048": as it is
 *   9  "ax share of kernel 057 at distance 1 above -3648": as it is
 *   10  "ax share of kernel 068 at distance 1 above 2240": as it is
 *   11  "ax share of kernel 068 at distance 1 above -384": as it is
 *   12  "ax share of kernel 124 at distance 1 above 3520": as it is
 *   13  "ax share of kernel 126 at distance 1 above 448": as it is
 *   14  "ax share of kernel 126 at distance 1 above -1664": as it is
 *   15  "ax share of kernel 145 at distance 1 above 832": as it is
 *   16  "ax share of kernel 146 at distance 1 above -896": as it is
 *   17  "ax share of kernel 156 at distance 1 above -128": as it is
 *   18  "ax share of kernel 158 at distance 1 above -704": as it is
 *   19  "ax share of kernel 178 at distance 1 above 3328": as it is
 *   20  "ax share of kernel 238 at distance 1 above 576": as it is
 *   21  "ax share of kernel 245 at distance 1 above -1664": as it is
 *   22  "ax share of kernel 348 at distance 1 above -3072": as it is
 *   23  "ax share of kernel 368 at distance 1 above 64": as it is
 *   24  "ax share of kernel 457 at distance 1 above 832": as it is
 *   25  "ax share of kernel 458 at distance 1 above -768": as it is
 *   26  "ax share of kernel 468 at distance 1 above -64": as it is
 *   27  "ax share of kernel 478 at distance 1 above 2048": as it is
 *   28  "ax share of kernel 578 at distance 1 above 1664": as it is
 *   29  "ax share of kernel 013 at distance 2 above -256": as it is
 *   30  "ax share of kernel 017 at distance 2 above 2816": as it is
 *   31  "ax share of kernel 018 at distance 2 above -64": as it is
 *   32  "ax share of kernel 023 at distance 2 above -2432": as it is
 *   33  "ax share of kernel 024 at distance 2 above 64": as it is
 *   34  "ax share of kernel 026 at distance 2 above 2432": as it is
 *   35  "ax share of kernel 034 at distance 2 above 128": as it is
 *   36  "ax share of kernel 036 at distance 2 above 896": as it is
 *   37  "ax share of kernel 037 at distance 2 above -2048": as it is
 *   38  "ax share of kernel 046 at distance 2 above 2304": as it is
 *   39  "ax share of kernel 058 at distance 2 above 1920": as it is
 *   40  "ax share of kernel 058 at distance 2 above -960": as it is
 *   41  "ax share of kernel 127 at distance 2 above 2176": as it is
 *   42  "ax share of kernel 167 at distance 2 above 1408": as it is
 *   43  "ax share of kernel 236 at distance 2 above 448": as it is
 *   44  "ax share of kernel 346 at distance 2 above 64": as it is
 *   45  "ax share of kernel 356 at distance 2 above 2304": as it is
 *   46  "ax share of kernel 358 at distance 2 above 512": as it is
 *   47  "ax share of kernel 468 at distance 2 above 128": as it is
 *   48  "ax share of kernel 478 at distance 2 above -4416": as it is
 *   49  "ax share of kernel 047 at distance 3 above 2752": as it is
 *   50  "ax share of kernel 056 at distance 3 above 512": as it is
 *   51  "ax share of kernel 125 at distance 3 above 64": as it is
 *   52  "ax share of kernel 468 at distance 3 above 6336": as it is
 *   53  "ay share of kernel 016 at distance 1 above 64": as it is
 *   54  "ay share of kernel 023 at distance 1 above 1088": as it is
 *   55  "ay share of kernel 023 at distance 1 above -1216": as it is
 *   56  "ay share of kernel 025 at distance 1 above -2176": as it is
 *   57  "ay share of kernel 124 at distance 1 above 2176": as it is
 *   58  "ay share of kernel 124 at distance 1 above -576": as it is
 *   59  "ay share of kernel 138 at distance 1 above -192": as it is
 *   60  "ay share of kernel 156 at distance 1 above -1088": as it is
 *   61  "ay share of kernel 346 at distance 1 above 1280": as it is
 *   62  "ay share of kernel 346 at distance 1 above -1664": as it is
 *   63  "ay share of kernel 378 at distance 1 above 896": as it is
 *   64  "ay share of kernel 456 at distance 1 above -512": as it is
 *   65  "az share of kernel 013 at distance 1 above -320": as it is
 *   66  "az share of kernel 014 at distance 1 above -2624": as it is
 *   67  "az share of kernel 016 at distance 1 above -8128": as it is
 *   68  "az share of kernel 016 at distance 1 above -128": as it is
 *   69  "az share of kernel 026 at distance 1 above -2240": as it is
 *   70  "az share of kernel 034 at distance 1 above 64": as it is
 *   71  "az share of kernel 045 at distance 1 above 1280": as it is
 *   72  "az share of kernel 046 at distance 1 above -1088": as it is
 *   73  "az share of kernel 058 at distance 1 above -2496": as it is
 *   74  "az share of kernel 123 at distance 1 above -64": as it is
 *   75  "az share of kernel 125 at distance 1 above 64": as it is
 *   76  "az share of kernel 125 at distance 1 above -64": as it is
 *   77  "az share of kernel 128 at distance 1 above -1024": as it is
 *   78  "az share of kernel 147 at distance 1 above 128": as it is
 *   79  "az share of kernel 147 at distance 1 above -128": as it is
 *   80  "az share of kernel 167 at distance 1 above -3520": as it is
 *   81  "az share of kernel 237 at distance 1 above -5504": as it is
 *   82  "az share of kernel 246 at distance 1 above -512": as it is
 *   83  "az share of kernel 267 at distance 1 above -64": as it is
 *   84  "az share of kernel 278 at distance 1 above 2112": as it is
 *   85  "az share of kernel 357 at distance 1 above -1024": as it is
 *   86  "az share of kernel 367 at distance 1 above 1344": as it is
 *   87  "az share of kernel 368 at distance 1 above -64": as it is
 *   88  "az share of kernel 456 at distance 1 above -3456": as it is
 *   89  "az share of kernel 456 at distance 1 above -64": as it is
 *   90  "az share of kernel 457 at distance 1 above 3008": as it is
 *   91  "az share of kernel 467 at distance 1 above 128": as it is
 *   92  "az share of kernel 567 at distance 1 above -128": as it is
 *   93  "az share of kernel 568 at distance 1 above 64": as it is
 *   94  "az share of kernel 678 at distance 1 above 128": as it is
 *   95  "az share of kernel 012 at distance 2 above 128": as it is
 *   96  "az share of kernel 024 at distance 2 above -128": as it is
 *   97  "az share of kernel 025 at distance 2 above -3328": as it is
 *   98  "az share of kernel 038 at distance 2 above -1856": as it is
 *   99  "az share of kernel 047 at distance 2 above 5376": as it is
 *   100  "az share of kernel 125 at distance 2 above -128": as it is
 *   101  "az share of kernel 145 at distance 2 above -128": as it is
 *   102  "az share of kernel 148 at distance 2 above 5632": as it is
 *   103  "az share of kernel 247 at distance 2 above 4480": as it is
 *   104  "az share of kernel 358 at distance 2 above 2752": as it is
 *   105  "az share of kernel 368 at distance 2 above 64": as it is
 *   106  "az share of kernel 378 at distance 2 above 1792": as it is
 *   107  "az share of kernel 458 at distance 2 above 128": as it is
 *   108  "az share of kernel 678 at distance 2 above 1600": as it is
 *   109  "az share of kernel 678 at distance 2 above -192": as it is
 *   110  "az share of kernel 026 at distance 3 above 1280": as it is
 *   111  "az share of kernel 137 at distance 3 above 1536": as it is
 *   112  "az share of kernel 156 at distance 3 above -640": as it is
 *   113  "az share of kernel 167 at distance 3 above 2432": as it is
 *   114  "az share of kernel 246 at distance 3 above 256": as it is
 *   115  "ax share of kernel 024 at distance 1 above 4.75 deviations": as it is
 *   116  "ax share of kernel 026 at distance 1 above 3.38 deviations": as it is
 *   117  "ax share of kernel 028 at distance 1 above 3.12 deviations": as it is
 *   118  "ax share of kernel 037 at distance 1 above 2.12 deviations": as it is
 *   119  "ax share of kernel 046 at distance 1 above -2.25 deviations": as it is
 *   120  "ax share of kernel 048 at distance 1 above -1.88 deviations": as it is
 *   121  "ax share of kernel 057 at distance 1 above 2.38 deviations": as it is
 *   122  "ax share of kernel 147 at distance 1 above 2.88 deviations": as it is
 *   123  "ax share of kernel 156 at distance 1 above 3.25 deviations": as it is
 *   124  "ax share of kernel 156 at distance 1 above -3.00 deviations": as it is
 *   125  "ax share of kernel 157 at distance 1 above -1.12 deviations": as it is
 *   126  "ax share of kernel 167 at distance 1 above -2.75 deviations": as it is
 *   127  "ax share of kernel 178 at distance 1 above 4.00 deviations": as it is
 *   128  "ax share of kernel 245 at distance 1 above 2.88 deviations": as it is
 *   129  "ax share of kernel 246 at distance 1 above 3.50 deviations": as it is
 *   130  "ax share of kernel 246 at distance 1 above -4.62 deviations": as it is
 *   131  "ax share of kernel 246 at distance 1 above -1.62 deviations": as it is
 *   132  "ax share of kernel 256 at distance 1 above 1.00 deviations": as it is
 *   133  "ax share of kernel 257 at distance 1 above 10.88 deviations": as it is
 *   134  "ax share of kernel 238 at distance 2 above -2.38 deviations": as it is
 *   135  "ax share of kernel 056 at distance 3 above -3.00 deviations": as it is
 *   136  "ax share of kernel 235 at distance 3 above -5.75 deviations": as it is
 *   137  "ay share of kernel 017 at distance 1 above 4.62 deviations": as it is
 *   138  "ay share of kernel 047 at distance 1 above 4.50 deviations": as it is
 *   139  "ay share of kernel 058 at distance 1 above 3.25 deviations": as it is
 *   140  "ay share of kernel 128 at distance 1 above 3.75 deviations": as it is
 *   141  "ay share of kernel 137 at distance 1 above 1.00 deviations": as it is
 *   142  "ay share of kernel 138 at distance 1 above -3.75 deviations": as it is
 *   143  "ay share of kernel 157 at distance 1 above -1.75 deviations": as it is
 *   144  "ay share of kernel 158 at distance 1 above -3.75 deviations": as it is
 *   145  "ay share of kernel 178 at distance 1 above -5.88 deviations": as it is
 *   146  "ay share of kernel 235 at distance 1 above 4.62 deviations": as it is
 *   147  "ay share of kernel 246 at distance 1 above 3.62 deviations": as it is
 *   148  "ay share of kernel 247 at distance 1 above 4.38 deviations": as it is
 *   149  "ay share of kernel 267 at distance 1 above -7.50 deviations": as it is
 *   150  "ay share of kernel 346 at distance 1 above 2.88 deviations": as it is
 *   151  "ay share of kernel 368 at distance 1 above -5.38 deviations": as it is
 *   152  "ay share of kernel 024 at distance 2 above 6.62 deviations": as it is
 *   153  "ay share of kernel 256 at distance 2 above -4.25 deviations": as it is
 *   154  "az share of kernel 028 at distance 1 above 1.62 deviations": as it is
 *   155  "az share of kernel 048 at distance 1 above 1.25 deviations": as it is
 *   156  "az share of kernel 057 at distance 1 above 0.62 deviations": as it is
 *   157  "az share of kernel 067 at distance 1 above 0.62 deviations": as it is
 *   158  "az share of kernel 067 at distance 1 above -2.00 deviations": as it is
 *   159  "az share of kernel 128 at distance 1 above -0.62 deviations": as it is
 *   160  "az share of kernel 138 at distance 1 above 1.62 deviations": as it is
 *   161  "az share of kernel 147 at distance 1 above -1.38 deviations": as it is
 *   162  "az share of kernel 148 at distance 1 above -1.50 deviations": as it is
 *   163  "az share of kernel 168 at distance 1 above -2.25 deviations": as it is
 *   164  "az share of kernel 234 at distance 1 above -3.75 deviations": as it is
 *   165  "az share of kernel 238 at distance 1 above -3.12 deviations": as it is
 *   166  "az share of kernel 245 at distance 1 above 1.38 deviations": as it is
 *   167  "az share of kernel 246 at distance 1 above 1.88 deviations": as it is
 *   168  "az share of kernel 256 at distance 1 above 0.38 deviations": as it is
 *   169  "az share of kernel 456 at distance 1 above -4.38 deviations": as it is
 *   170  "az share of kernel 356 at distance 3 above 5.38 deviations": as it is
 *   171  "ax turning points of part 1 of 4": as it is
 *
 * Classes of "motion":
 *   0  "carried"
 *   1  "shaken"
 *   2  "still"
 */
#ifndef MOTION_H
#define MOTION_H

#include <stdint.h>

#define MOTION_INPUTS 172
#define MOTION_OUTPUTS 3
#define MOTION_FEATURES 3
#define MOTION_MISSING INT16_MIN
#define MOTION_SCALE 1.1640959e-6f

/* A reading and a score. */
typedef int16_t motion_input;
typedef int32_t motion_score;

/* Channels, samples of a window, and samples from one window to the next; answers that a rule looks at. */
#define MOTION_CHANNELS 3
#define MOTION_LENGTH 32
#define MOTION_STRIDE 16
#define MOTION_STEADY 3

/* The latest samples; all zero is an empty window. */
typedef struct {
    uint16_t samples[MOTION_CHANNELS][MOTION_LENGTH];
    uint16_t filled, skipped;
    /* The latest answers, and the steady one; they are forgotten where known is set to 0. */
    uint16_t latest[MOTION_STEADY], steady;
    uint8_t known;
} motion_window;

#if defined(__cplusplus)
extern "C" {
#endif

/*
 * Adds the readings of all channels at one time; returns 1 where they complete a window, else 0. None is
 * MOTION_MISSING: where a sensor has none, its last one is repeated.
 */
uint8_t motion_push(motion_window *window, const int16_t readings[MOTION_CHANNELS]);

/*
 * The inputs of a complete window: its features. Those of other sensors, behind them, are missing,
 * for the caller to set.
 */
void motion_inputs(const motion_window *window, int16_t inputs[MOTION_INPUTS]);

/* The scores of raw readings; one unit of a score is worth MOTION_SCALE. */
void motion_scores(const int16_t inputs[MOTION_INPUTS], int32_t scores[MOTION_OUTPUTS]);

/* The class of raw readings, an index into the labels; that of scores that are known. */
uint16_t motion_class(const int16_t inputs[MOTION_INPUTS]);
uint16_t motion_class_of(const int32_t scores[MOTION_OUTPUTS]);

/*
 * The steady class, by the class of the latest window, to be called once a window:
 * the most frequent one of the latest 3, of equal ones the last.
 */
uint16_t motion_steady(motion_window *window, uint16_t class_);

#if defined(__cplusplus)
}
#endif

#endif
