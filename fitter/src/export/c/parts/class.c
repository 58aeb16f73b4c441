uint16_t model_class(const input inputs[MODEL_INPUTS])
{
    score scores[MODEL_OUTPUTS];
    model_scores(inputs, scores);
    return class_of(scores);
}
