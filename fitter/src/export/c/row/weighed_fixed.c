#include "../core/config.h"

/* The product of an input and its weight, before a transform. */
KLT_LOCAL lane weighed(input w, input x)
{
    return (lane)times(w, x);
}
