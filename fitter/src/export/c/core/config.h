/*
 * A compiler reads each of these files alone by an example configuration, and by the declarations of
 * the other files. `kernelet export` writes the configuration and the constants of a model in their
 * place, and the other files before.
 */
#ifndef KLT_CONFIG_H
#define KLT_CONFIG_H

#if !defined(KLT_NAME)
#include "example.h"
#endif
#include "functions.h"

/* Which features `row/dense.c` and `row/structured.c` are for; an export has them once for each. */
#if !defined(KLT_KIND)
#define KLT_KIND cosine
#define KLT_ADD_KIND add_cosine
#define KLT_EIGHT eight_cosine
#define KLT_PARAMETER scale_phase_word
#define KLT_PARAMETERS KLT_SCALE_PHASE_WORDS
#endif

#endif
