/* Scores of 64 bits, stored in two words each, the lower one first. */
typedef int64_t score;
typedef uint64_t unsigned_score;
typedef uint32_t score_word;
#define KLT_READ_SCORE(array, k) \
    ((score)(((uint64_t)KLT_READ_U32((array) + 2 * (k) + 1) << 32) | KLT_READ_U32((array) + 2 * (k))))
