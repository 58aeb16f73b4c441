#include "../core/config_f32.h"

/* The product of an input and its weight, before a transform. */
KLT_LOCAL lane weighed(input w, input x)
{
    return w * x;
}
