void model_values(const input inputs[MODEL_INPUTS], float values[MODEL_OUTPUTS])
{
    score scores[MODEL_OUTPUTS];
    model_scores(inputs, scores);
    for (uint16_t k = 0; k < MODEL_OUTPUTS; k++)
        values[k] = (float)scores[k] * MODEL_SCALE;
}
