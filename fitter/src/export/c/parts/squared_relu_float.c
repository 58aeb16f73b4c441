/* The square above zero. */
static feature squared_relu(float dot, const float *offset)
{
    float t = dot + READ_F32(offset);
    t = t > 0.0f ? t : 0.0f;
    return t * t;
}
