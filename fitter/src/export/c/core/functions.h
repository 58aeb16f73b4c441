/* Every function that is called from another file, where the files are compiled one by one. */
#ifndef KLT_FUNCTIONS_H
#define KLT_FUNCTIONS_H

#if defined(__cplusplus)
extern "C" {
#endif

KLT_LOCAL int32_t hidden(int32_t x);
KLT_LOCAL int32_t sign(int32_t x);
KLT_LOCAL uint32_t nonzero(uint32_t number);
KLT_LOCAL uint32_t divide(uint32_t of, uint32_t by);
KLT_LOCAL int32_t positive(int32_t x);
KLT_LOCAL int32_t times(int16_t a, int16_t b);
KLT_INLINE int_fast8_t nibble(uint8_t byte, uint8_t shift);
KLT_LOCAL void guard(input *x);
KLT_LOCAL void take_logarithms(input *x);
KLT_INLINE void prepare(const input *inputs, input *x);

KLT_LOCAL dot_sum dot(const weight *row, const input *x);
KLT_LOCAL void add(const weight *head, feature z, score *scores);
KLT_LOCAL void add_leaf(score *sum, leaf_word leaf, uint8_t shift);

KLT_LOCAL feature cosine_of(dot_sum angle);
KLT_LOCAL uint32_t short_scale(uint8_t s);
KLT_LOCAL feature cosine(dot_sum product, const scale_phase_word *parameters);
KLT_LOCAL int32_t with_offset(uint32_t product, const rescale_word *parameters);
KLT_LOCAL int32_t magnitude(int32_t t, uint32_t rescale);
KLT_LOCAL feature step(dot_sum product, const rescale_word *parameters);
KLT_LOCAL feature relu(dot_sum product, const rescale_word *parameters);
KLT_LOCAL feature squared_relu(dot_sum product, const rescale_word *parameters);
KLT_LOCAL feature linear(dot_sum product, const rescale_word *parameters);

KLT_LOCAL uint32_t mixed(uint32_t w);
KLT_LOCAL uint32_t stream(uint32_t seed, uint32_t part, uint32_t block);
KLT_LOCAL uint32_t random_word(uint32_t start, uint32_t index);
KLT_LOCAL lane flipped(lane v, uint32_t bits);
KLT_LOCAL lane weighed(input w, input x);
KLT_LOCAL feature rotated(lane v, scale_word scale, uint32_t phase);
KLT_LOCAL void flip(lane *v, uint32_t signs);
KLT_LOCAL void transform(lane *v);
KLT_LOCAL void sorf(lane *v, uint32_t seed, uint32_t block);
KLT_LOCAL void fastfood(lane *v, uint32_t seed, uint32_t block);
KLT_LOCAL lane candidate_sum(const lane *v, uint32_t seed, uint16_t candidate);
KLT_LOCAL uint8_t exceeds(input x, input limit);

#define KLT_DENSE(kind, parameter)                                                                                    \
    KLT_LOCAL void add_##kind(const weight *rows, const parameter *parameters, const weight *head, uint16_t features, \
                              const input *x, score *scores KLT_KEPT)
#define KLT_STRUCTURED(kind)                                                                                          \
    KLT_LOCAL void add_##kind(uint32_t seed, const scale_word *scales, uint16_t count, const weight *weights,         \
                              const weight *head, uint16_t features, const input *x, score *scores KLT_KEPT)
KLT_DENSE(cosine, scale_phase_word);
KLT_DENSE(step, rescale_word);
KLT_DENSE(relu, rescale_word);
KLT_DENSE(squared_relu, rescale_word);
KLT_DENSE(linear, rescale_word);
KLT_STRUCTURED(sorf);
KLT_STRUCTURED(fastfood);
KLT_LOCAL void add_seeded(uint32_t seed, const scale_word *scales, uint16_t last, const weight *weights,
                          const uint16_t *candidates, const weight *head, uint16_t features, const input *x,
                          score *scores KLT_KEPT);
KLT_LOCAL dot_sum patch_dot(uint8_t height, uint8_t width, uint16_t stride, const weight *row, const input *x);
#if defined(KLT_READ_INDEX)
KLT_LOCAL void add_patch(uint8_t height, uint8_t width, uint16_t stride, const input_index *starts, const weight *rows,
                         const scale_phase_word *parameters, const weight *head, uint16_t features, const input *x,
                         score *scores KLT_KEPT);
KLT_LOCAL void add_ferns(const uint8_t *depths, const input_index *indices, const input *thresholds,
                         const leaf_word *leaves, uint8_t shift, uint16_t ferns, const input *x, score *scores);
#endif

#if defined(KLT_MVE)
KLT_INLINE void order(const input *x, input *words);
KLT_INLINE uint32x4_t dots(const weight **rows, const input *x);
KLT_INLINE eight eight_cosine(eight_sums sums, const scale_phase_word **parameters);
KLT_INLINE void add_sixteen(const weight *head, eight z, eight y, score *scores);
#elif defined(KLT_DSP)
KLT_INLINE uint32_t pair(const input *x, uint32_t *pairs);
KLT_INLINE void dots(const weight *rows, const uint32_t *pairs, const input *x, uint32_t start, uint32_t sums[4]);
KLT_INLINE uint32_t add_four(const weight *head, const feature z[4], score *scores);
#endif

KLT_LOCAL int32_t above(score one, score other);
KLT_LOCAL uint16_t class_of(const score scores[KLT_OUTPUTS]);
KLT_LOCAL uint8_t leads(score one, score other, score margin);
KLT_LOCAL uint8_t is_clear(const score scores[KLT_OUTPUTS], score margin);
KLT_LOCAL uint16_t power(uint32_t units);
KLT_LOCAL uint32_t reciprocal(uint32_t sum);
KLT_LOCAL void softmax(const score *scores, uint16_t *probabilities, uint16_t count);
KLT_INLINE uint32_t units(score one, score other, rescale_word rescale);
KLT_LOCAL uint64_t square(score one, score other);
KLT_LOCAL void around(score one, score half, score *low, score *high);

#if defined(KLT_LENGTH)
KLT_LOCAL uint32_t mean(const uint16_t *samples, uint16_t count);
KLT_LOCAL uint32_t deviation(const uint16_t *samples, uint16_t count);
KLT_LOCAL int32_t share_threshold(int8_t stored, uint8_t shift, int32_t spread);
KLT_LOCAL void shares(const uint16_t *samples, uint16_t dilation, uint8_t shift, int32_t spread,
                      const uint8_t *records, uint8_t count, input *x);
KLT_LOCAL uint16_t segment_count(uint8_t segment, uint16_t *first);
KLT_LOCAL uint32_t pair_statistic(const uint16_t *samples, const uint16_t *others, uint8_t record);
KLT_LOCAL uint32_t band(const uint16_t *samples, uint8_t power, uint8_t frequency, uint8_t segment);
KLT_LOCAL uint32_t statistic(const uint16_t *samples, uint8_t number, uint8_t segment);
KLT_LOCAL uint16_t sample(int16_t reading, uint16_t channel);
KLT_LOCAL void slide(KLT_NAME(window) *window);
void KLT_NAME(inputs)(const KLT_NAME(window) *window, input inputs[KLT_INPUTS]);
uint8_t KLT_NAME(push)(KLT_NAME(window) *window, const int16_t readings[KLT_CHANNELS]);
#endif

#if defined(KLT_STEADY)
KLT_LOCAL void remember(KLT_NAME(window) *window, uint16_t class_);
KLT_LOCAL uint8_t frequency(const KLT_NAME(window) *window, uint16_t class_);
uint16_t KLT_NAME(steady)(KLT_NAME(window) *window, uint16_t class_);
#endif

#if defined(KLT_LEARNT)
KLT_LOCAL int32_t clamped(int32_t x, int32_t limit);
KLT_LOCAL int32_t saturated(int64_t x, uint8_t bits);
KLT_LOCAL int64_t wide_positive(int64_t x);
KLT_LOCAL int64_t rounded(int64_t number, uint8_t bits);
KLT_LOCAL score moved(score from, int64_t by);
KLT_LOCAL int64_t share(const int32_t *weights, const feature *z);
KLT_LOCAL uint32_t turn(feature *z);
KLT_LOCAL int32_t step_length(int64_t error, uint32_t reciprocal);
KLT_LOCAL void walk(int32_t *weights, const feature *direction, int32_t by);
KLT_LOCAL void rivals(const score *scores, uint16_t label, int64_t *own, int64_t *other);
KLT_LOCAL int64_t class_error(int64_t own, int64_t other, int64_t of, uint8_t is_own);
KLT_LOCAL void sum_blocks(const input *inputs, score *scores, feature *kept);
void KLT_NAME(learner_scores)(KLT_NAME(learner) *learner, const input inputs[KLT_INPUTS], score scores[KLT_OUTPUTS]);
void KLT_NAME(learn)(KLT_NAME(learner) *learner, const input inputs[KLT_INPUTS], uint16_t label,
                     score scores[KLT_OUTPUTS]);
void KLT_NAME(learn_values)(KLT_NAME(learner) *learner, const input inputs[KLT_INPUTS],
                            const score values[KLT_LEARNT], score scores[KLT_OUTPUTS]);
KLT_LOCAL uint32_t check_byte(uint32_t state, uint8_t byte);
KLT_LOCAL uint8_t *put_word(uint8_t *to, uint64_t word, uint8_t bytes, uint32_t *state);
void KLT_NAME(learner_limit)(KLT_NAME(learner) *learner);
uint32_t KLT_NAME(log)(const KLT_NAME(learner) *learner, uint8_t head[8]);
void KLT_NAME(record)(uint32_t *state, const input inputs[KLT_INPUTS], KLT_TRUTH, uint8_t record[KLT_RECORD]);
#endif

void KLT_NAME(scores)(const input inputs[KLT_INPUTS], score scores[KLT_OUTPUTS]);
uint16_t KLT_NAME(class)(const input inputs[KLT_INPUTS]);
uint16_t KLT_NAME(class_of)(const score scores[KLT_OUTPUTS]);
uint16_t KLT_NAME(early)(const input inputs[KLT_INPUTS], uint16_t *blocks);
float KLT_NAME(value_of)(const score scores[KLT_OUTPUTS]);
float KLT_NAME(value)(const input inputs[KLT_INPUTS]);
void KLT_NAME(values_of)(const score scores[KLT_OUTPUTS], float values[KLT_OUTPUTS]);
void KLT_NAME(values)(const input inputs[KLT_INPUTS], float values[KLT_OUTPUTS]);
void KLT_NAME(probabilities_of)(const score scores[KLT_OUTPUTS], uint16_t probabilities[KLT_OUTPUTS]);
void KLT_NAME(probabilities)(const input inputs[KLT_INPUTS], uint16_t probabilities[KLT_OUTPUTS]);
uint32_t KLT_NAME(novelty_of)(const score scores[KLT_OUTPUTS]);
uint32_t KLT_NAME(novelty)(const input inputs[KLT_INPUTS]);

#if defined(__cplusplus)
}
#endif

#endif
