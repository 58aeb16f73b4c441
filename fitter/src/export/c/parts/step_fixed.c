/* One above zero, else zero. */
static feature step(uint32_t dot, const uint32_t *turn)
{
    return (feature)(32767 & sign((int32_t)(0u - (uint32_t)sloped(dot, turn))));
}
