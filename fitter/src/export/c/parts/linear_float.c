/* The dot product itself. */
static feature linear(float dot, const float *offset)
{
    return dot + READ_F32(offset);
}
