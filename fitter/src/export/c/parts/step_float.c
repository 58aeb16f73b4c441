/* One above zero, else zero. */
static feature step(float dot, const float *offset)
{
    return dot + READ_F32(offset) > 0.0f ? 1.0f : 0.0f;
}
