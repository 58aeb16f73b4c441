/* Hides a number from the compiler, which would put a branch on a choice that it recognises. */
static int32_t hidden(int32_t x)
{
#if defined(__GNUC__)
    __asm__("" : "+r"(x));
#endif
    return x;
}

/* -1 below zero, else 0. */
static int32_t sign(int32_t x)
{
    return hidden(-(int32_t)((uint32_t)x >> 31));
}
