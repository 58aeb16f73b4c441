/* Made by kernelet: a test of motion. */
#ifndef MOTION_TEST_H
#define MOTION_TEST_H

#if defined(__cplusplus)
extern "C" {
#endif

/*
 * Computes the scores of a few rows, and returns 0 where all are those of the host, bit for bit; else
 * the number of the first row that is not, from 1.
 */
int motion_self_test(void);

#if defined(__cplusplus)
}
#endif

#endif
