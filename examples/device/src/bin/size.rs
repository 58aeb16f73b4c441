//! The smallest firmware with a prediction in it, for measuring code: 16 inputs, 26 classes, 8-bit
//! weights.
//!
//! Its linked symbols tell what [`predict`] costs, and its sections what RAM the runtime takes.
#![no_std]
#![no_main]

use core::hint::black_box;
use core::panic::PanicInfo;
use kernelet::{Model, Q7};

type Letters<'a> = Model<'a, Q7, 16, 26>;

#[cfg_attr(target_arch = "arm", cortex_m_rt::entry)]
#[cfg_attr(target_arch = "riscv32", riscv_rt::entry)]
fn main() -> ! {
    if let Ok(model) = Letters::view(black_box(&[])) {
        black_box(predict(&model, core::array::from_fn(|_| black_box(0))));
    }
    idle()
}

/// The class of one reading.
#[inline(never)]
fn predict(model: &Letters, inputs: [i16; 16]) -> u16 {
    model.class(inputs)
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
