/* Nothing below zero. */
static feature relu(float dot, const float *offset)
{
    float t = dot + READ_F32(offset);
    return t > 0.0f ? t : 0.0f;
}
