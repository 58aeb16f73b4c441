/* A stand-in for Zephyr's kernel. */
#include <stdio.h>

#define printk printf

static inline void k_msleep(int milliseconds) { (void)milliseconds; }
