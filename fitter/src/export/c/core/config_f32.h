/* The configuration of an example in `f32`, where none is given. */
#ifndef KLT_CONFIG_F32_H
#define KLT_CONFIG_F32_H

#define KLT_EXAMPLE_F32
#include "config.h"

#endif
