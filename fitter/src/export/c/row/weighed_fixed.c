#include "../core/config.h"
/* Calls core/times. */

/* The product of an input and its weight, before a transform. */
KLT_LOCAL lane weighed(input w, input x)
{
    return (lane)times(w, x);
}
