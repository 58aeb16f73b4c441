float model_value(const input inputs[MODEL_INPUTS])
{
    score scores[MODEL_OUTPUTS];
    model_scores(inputs, scores);
    return (float)scores[0] * MODEL_SCALE;
}
