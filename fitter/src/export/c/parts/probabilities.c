
void model_probabilities(const input inputs[MODEL_INPUTS], uint16_t probabilities[MODEL_OUTPUTS])
{
    score scores[MODEL_OUTPUTS];
    model_scores(inputs, scores);
#if MODEL_OUTPUTS == 1
    score both[2];
    uint16_t of_both[2];
    both[0] = THRESHOLD;
    both[1] = scores[0];
    softmax(both, of_both, 2);
    probabilities[0] = of_both[1];
#else
    softmax(scores, probabilities, MODEL_OUTPUTS);
#endif
}
