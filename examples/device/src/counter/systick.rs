//! Cortex-M: SysTick, a 24-bit counter that runs down with the core's clock.
//!
//! Under `-icount shift=7` QEMU lets 128 ns pass with every instruction, so that ticks tell
//! instructions exactly. One overflow is seen and counted; beyond two (8 million instructions on
//! the M4F, 16 million on the M0) the count is short.

use cortex_m::peripheral::{Peripherals, SYST, syst::SystClkSource};

/// What is counted.
pub const UNIT: &str = if cfg!(feature = "cycles") { "cycles" } else { "instructions" };

/// Picoseconds of an instruction under `-icount shift=7`.
const INSTRUCTION: u64 = 128_000;

/// Picoseconds of a tick of the emulated board: 16 MHz on the micro:bit, 25 MHz on the MPS2, 20 and
/// 32 MHz on the boards of the Cortex-M33 and M55.
const TICK: u64 = if cfg!(feature = "cycles") {
    INSTRUCTION
} else if cfg!(board = "microbit") {
    62_500
} else if cfg!(board = "an505") {
    50_000
} else if cfg!(board = "an547") {
    31_250
} else {
    40_000
};

/// SysTick, running freely.
pub struct Hardware(SYST);

impl Hardware {
    /// Starts SysTick on the core's clock, without interrupts.
    pub fn start() -> Hardware {
        // `take` gives `None` only to a second caller, and there is none.
        let mut systick = Peripherals::take().map(|all| all.SYST).unwrap_or_else(|| unreachable!());
        systick.set_clock_source(SystClkSource::Core);
        systick.set_reload(0x00ff_ffff);
        systick.clear_current();
        systick.enable_counter();
        Hardware(systick)
    }

    /// The counter now.
    #[inline(always)]
    pub fn read(&mut self) -> u32 {
        self.0.has_wrapped(); // forgets an overflow before
        SYST::get_current()
    }

    /// What has been counted since `before`.
    #[inline(always)]
    pub fn since(&mut self, before: u32) -> u32 {
        let now = SYST::get_current();
        let wrapped = u64::from(self.0.has_wrapped()) << 24;
        let ticks = (wrapped + u64::from(before)).saturating_sub(u64::from(now));
        ((ticks * TICK + INSTRUCTION / 2) / INSTRUCTION) as u32
    }
}
