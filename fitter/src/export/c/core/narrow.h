/* Scores of 32 bits. */
typedef int32_t score;
typedef uint32_t unsigned_score;
typedef int32_t score_word;
#define KLT_READ_SCORE(array, k) KLT_READ_I32((array) + (k))
