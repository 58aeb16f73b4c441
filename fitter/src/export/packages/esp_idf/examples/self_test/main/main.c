/* Computes the scores of golden rows, and says whether all are those of the host, bit for bit. */
#include "my_model_test.h"

#include <stdio.h>

void app_main(void)
{
    int wrong = my_model_self_test();
    if (wrong == 0)
        printf("my_model: passed\n");
    else
        printf("my_model: failed at row %d\n", wrong);
}
