uint16_t model_class(const input inputs[MODEL_INPUTS])
{
    score scores[MODEL_OUTPUTS];
    model_scores(inputs, scores);
#if MODEL_OUTPUTS == 1
    return (uint16_t)(above(scores[0], 0) & 1);
#else
    uint16_t class_ = 0;
    for (uint16_t k = 1; k < MODEL_OUTPUTS; k++)
        class_ = (uint16_t)(class_ ^ ((class_ ^ k) & (uint16_t)above(scores[k], scores[class_])));
    return class_;
#endif
}
