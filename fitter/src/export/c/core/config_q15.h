/* The configuration of an example in `q15`, where none is given. */
#ifndef KLT_CONFIG_Q15_H
#define KLT_CONFIG_Q15_H

#define KLT_EXAMPLE_Q15
#include "config.h"

#endif
