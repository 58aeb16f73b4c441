/* 2^(15 - units / 2048), along straight lines between the powers of the table. */
static uint16_t power(uint32_t units)
{
    const uint16_t *entry = powers + ((units >> 6) & 31);
    uint32_t low = READ_U16(entry), high = READ_U16(entry + 1);
    uint32_t line = low - (((low - high) * (units & 63)) >> 6);
    for (uint8_t octaves = 16; octaves > 0; octaves = (uint8_t)(octaves >> 1))
        line ^= (line ^ (line >> octaves)) & (uint32_t)sign(hidden(-(int32_t)((units >> 11) & octaves)));
    return (uint16_t)line;
}

/* (2^32 - 1) / sum, rounded down, for a sum from 2^15 to 2^31 - 1, bit by bit. */
static uint32_t reciprocal(uint32_t sum)
{
    uint32_t rest = 32767, quotient = 0;
    for (uint8_t bit = 0; bit < 17; bit++) {
        uint32_t difference = 2 * rest + 1 - sum;
        uint32_t less = (uint32_t)sign((int32_t)difference);
        rest = difference + (sum & less);
        quotient = 2 * quotient + 1 + less;
    }
    return quotient;
}

/* How probable the class of each score is, in units of 2^-16. */
static void softmax(const score *scores, uint16_t *probabilities, uint16_t count)
{
    uint16_t largest = 0;
    for (uint16_t k = 1; k < count; k++)
        largest = (uint16_t)(largest ^ ((largest ^ k) & (uint16_t)above(scores[k], scores[largest])));
    uint32_t sum = 0;
    for (uint16_t k = 0; k < count; k++) {
        probabilities[k] = power(units_above(scores[largest], scores[k]));
        sum += probabilities[k];
    }
    uint32_t share = reciprocal(sum);
    for (uint16_t k = 0; k < count; k++)
        probabilities[k] = (uint16_t)(((uint32_t)probabilities[k] * share) >> 16);
}
