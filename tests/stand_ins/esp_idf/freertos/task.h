/* A stand-in for FreeRTOS's tasks. */
#define pdMS_TO_TICKS(milliseconds) (milliseconds)

static inline void vTaskDelay(unsigned ticks) { (void)ticks; }

void app_main(void);
int main(void) { app_main(); return 0; }
