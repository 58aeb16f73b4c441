
/* The square of how far two scores are apart, in units of 2^-22 squared target. */
static uint64_t square(score one, score other)
{
    score both[2];
    both[0] = one;
    both[1] = other;
    uint8_t larger = (uint8_t)(above(other, one) & 1);
    uint32_t units = units_apart(both[larger], both[larger ^ 1]);
    return (uint64_t)(units * units);
}

uint32_t model_novelty(const input inputs[MODEL_INPUTS])
{
    score scores[MODEL_OUTPUTS], own = OWN, other = OTHER;
    model_scores(inputs, scores);
#if MODEL_OUTPUTS == 1
    uint64_t squares[2];
    squares[0] = square(scores[0], other);
    squares[1] = square(scores[0], own);
    return (uint32_t)(squares[above(scores[0], 0) & 1] >> 11);
#else
    uint16_t class_ = 0;
    for (uint16_t k = 1; k < MODEL_OUTPUTS; k++)
        class_ = (uint16_t)(class_ ^ ((class_ ^ k) & (uint16_t)above(scores[k], scores[class_])));
    uint64_t sum = square(scores[class_], own) - square(scores[class_], other);
    for (uint16_t k = 0; k < MODEL_OUTPUTS; k++)
        sum += square(scores[k], other);
    return (uint32_t)(sum >> 11);
#endif
}
