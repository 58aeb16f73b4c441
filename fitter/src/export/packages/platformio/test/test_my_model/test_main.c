/* The golden rows, as a test of PlatformIO: `pio test`. */
#include <my_model_test.h>
#include <unity.h>

void setUp(void)
{
}

void tearDown(void)
{
}

static void golden_rows(void)
{
    TEST_ASSERT_EQUAL_INT(0, my_model_self_test());
}

static int run(void)
{
    UNITY_BEGIN();
    RUN_TEST(golden_rows);
    return UNITY_END();
}

#if defined(ARDUINO)
void setup(void)
{
    run();
}

void loop(void)
{
}
#else
int main(void)
{
    return run();
}
#endif
