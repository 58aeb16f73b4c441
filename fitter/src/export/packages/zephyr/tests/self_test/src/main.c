/* Computes the scores of golden rows, and compares them with those of the host, bit for bit. */
#include <my_model_test.h>
#include <zephyr/ztest.h>

ZTEST(my_model, test_golden_rows)
{
	zassert_equal(my_model_self_test(), 0);
}

ZTEST_SUITE(my_model, NULL, NULL, NULL, NULL, NULL);
