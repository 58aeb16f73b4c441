//! The smallest firmware without a prediction in it: what `size` is measured against.
#![no_std]
#![no_main]

use core::panic::PanicInfo;

#[cfg(target_arch = "arm")]
use cortex_m as _;
use kernelet as _;

#[cfg_attr(target_arch = "arm", cortex_m_rt::entry)]
#[cfg_attr(target_arch = "riscv32", riscv_rt::entry)]
fn main() -> ! {
    idle()
}

/// Nothing more to do.
fn idle() -> ! {
    loop {
        core::hint::spin_loop();
    }
}

#[panic_handler]
fn panic(_: &PanicInfo) -> ! {
    idle()
}
