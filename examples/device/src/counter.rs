//! Counts what a prediction costs, with the counter that the core has.

#[cfg_attr(target_arch = "arm", path = "counter/systick.rs")]
#[cfg_attr(target_arch = "riscv32", path = "counter/minstret.rs")]
mod core_counter;

use core::sync::atomic::{Ordering, compiler_fence};
use core_counter::Hardware;
pub use core_counter::UNIT;

/// A running counter that knows its own cost.
pub struct Counter {
    hardware: Hardware,
    overhead: u32,
}

impl Counter {
    /// Starts the core's counter and measures what measuring nothing costs.
    pub fn start() -> Counter {
        let mut counter = Counter { hardware: Hardware::start(), overhead: 0 };
        counter.overhead = counter.measure(|| ()).1;
        counter
    }

    /// The result of `work` and its cost in [`UNIT`]s.
    #[inline(always)]
    pub fn measure<T>(&mut self, work: impl FnOnce() -> T) -> (T, u32) {
        let before = self.hardware.read();
        compiler_fence(Ordering::SeqCst); // the compiler may otherwise move the work out of the measurement
        let result = work();
        compiler_fence(Ordering::SeqCst);
        let cost = self.hardware.since(before);
        (result, cost.saturating_sub(self.overhead))
    }
}
