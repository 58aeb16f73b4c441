/* cos(dot + phase), in turns. */
static feature cosine(float dot, const float *phase)
{
    return turned(dot + READ_F32(phase));
}
