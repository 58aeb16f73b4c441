/* The configuration of an example in `q3`, where none is given. */
#ifndef KLT_CONFIG_Q3_H
#define KLT_CONFIG_Q3_H

#define KLT_EXAMPLE_Q3
#include "config.h"

#endif
