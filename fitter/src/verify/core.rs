//! The cores that are emulated: one entry each.

use crate::pack::cost::Unit;

/// A family of cores, which share a compiler and the start of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    /// Cortex-M.
    Arm,
    /// RISC-V.
    RiscV,
    /// AVR.
    Avr,
}

/// An emulated core.
#[derive(Debug)]
pub struct Core {
    /// Its name in full.
    pub name: &'static str,
    /// Its short name.
    pub short: &'static str,
    /// What its counter counts.
    pub unit: Unit,
    pub(super) family: Family,
    /// The target of the Rust compiler.
    pub(super) target: &'static str,
    /// The board whose memory map it has, a file of `examples/device/boards`.
    pub(super) board: &'static str,
    /// The options of the C compiler.
    pub(super) c: &'static [&'static str],
    /// What its emulator calls the board.
    pub(super) machine: &'static str,
}

/// All of them.
pub static CORES: [Core; 8] = [
    arm(
        ["cortex-m0", "m0"],
        ["thumbv6m-none-eabi", "microbit", "microbit"],
        &["-mthumb", "-mcpu=cortex-m0", "-DTICK=62500"],
    ),
    arm(
        ["cortex-m3", "m3"],
        ["thumbv7m-none-eabi", "mps2", "mps2-an385"],
        &["-mthumb", "-mcpu=cortex-m3", "-DTICK=40000"],
    ),
    arm(
        ["cortex-m4", "m4"],
        ["thumbv7em-none-eabihf", "mps2", "mps2-an386"],
        &["-mthumb", "-mcpu=cortex-m4", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16", "-DTICK=40000"],
    ),
    arm(
        ["cortex-m7", "m7"],
        ["thumbv7em-none-eabihf", "mps2", "mps2-an500"],
        &["-mthumb", "-mcpu=cortex-m7", "-mfloat-abi=hard", "-mfpu=fpv5-d16", "-DTICK=40000"],
    ),
    arm(
        ["cortex-m33", "m33"],
        ["thumbv8m.main-none-eabihf", "an505", "mps2-an505"],
        &["-mthumb", "-mcpu=cortex-m33", "-mfloat-abi=hard", "-mfpu=fpv5-sp-d16", "-DTICK=50000"],
    ),
    arm(
        ["cortex-m55", "m55"],
        ["thumbv8m.main-none-eabihf", "an547", "mps3-an547"],
        &["-mthumb", "-mcpu=cortex-m55", "-mfloat-abi=hard", "-mfpu=auto", "-DTICK=31250"],
    ),
    Core {
        name: "riscv32",
        short: "rv32imc",
        unit: Unit::Instructions,
        family: Family::RiscV,
        target: "riscv32imc-unknown-none-elf",
        board: "riscv-virt",
        c: &["-march=rv32imc", "-misa-spec=2.2", "-mabi=ilp32", "-mcmodel=medany", "-Wl,--no-warn-rwx-segments"],
        machine: "virt",
    },
    Core {
        name: "avr",
        short: "atmega328p",
        unit: Unit::Cycles,
        family: Family::Avr,
        target: "avr-none",
        board: "",
        c: &["-mmcu=atmega328p", "-std=gnu99"],
        machine: "atmega328p",
    },
];

const fn arm(
    [name, short]: [&'static str; 2],
    [target, board, machine]: [&'static str; 3],
    c: &'static [&'static str],
) -> Core {
    Core { name, short, unit: Unit::Instructions, family: Family::Arm, target, board, c, machine }
}

impl Core {
    /// The emulator's program.
    pub(super) fn emulator(&self) -> &'static str {
        match self.family {
            Family::Arm => "qemu-system-arm",
            Family::RiscV => "qemu-system-riscv32",
            Family::Avr => "simulate",
        }
    }

    /// The C compiler.
    pub(super) fn compiler(&self) -> &'static str {
        match self.family {
            Family::Arm => "arm-none-eabi-gcc",
            Family::RiscV => "riscv64-unknown-elf-gcc",
            Family::Avr => "avr-gcc",
        }
    }
}
