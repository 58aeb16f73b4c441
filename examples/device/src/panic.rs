//! Tells the host where the firmware panicked.

use core::panic::PanicInfo;

#[panic_handler]
fn panic(info: &PanicInfo) -> ! {
    semihosting::eprintln!("{info}");
    semihosting::process::exit(101)
}
