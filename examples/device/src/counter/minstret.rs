//! RISC-V: `minstret`, which counts retired instructions, exactly, also under QEMU's `-icount
//! shift=0`.

use riscv::register::minstret;

/// What is counted.
pub const UNIT: &str = "instructions";

/// The counter runs from reset.
pub struct Hardware;

impl Hardware {
    /// Nothing to start.
    pub fn start() -> Hardware {
        Hardware
    }

    /// The counter now.
    #[inline(always)]
    pub fn read(&mut self) -> u32 {
        minstret::read() as u32
    }

    /// What has been counted since `before`.
    #[inline(always)]
    pub fn since(&mut self, before: u32) -> u32 {
        self.read().wrapping_sub(before)
    }
}
