/* The configuration of an example whose rows are made from a seed, where none is given. */
#ifndef KLT_CONFIG_STRUCTURED_H
#define KLT_CONFIG_STRUCTURED_H

#if !defined(KLT_KIND)
#define KLT_KIND sorf
#define KLT_ADD_KIND add_sorf
#endif
#include "config.h"

#endif
