//! The emulated boards, and the toolchain that builds for each.

use std::path::Path;
use std::process::Command;
use std::sync::Mutex;

/// An emulated board.
pub struct Board {
    /// What people call its core.
    pub core: &'static str,
    /// The target that cargo builds for.
    pub target: &'static str,
    /// The emulator and its options.
    emulator: &'static [&'static str],
    /// Held while its target folder is in use.
    pub building: Mutex<()>,
}

/// MPS2+ with a Cortex-M4F at 25 MHz.
pub static CORTEX_M4F: Board = Board {
    core: "cortex-m4",
    target: "thumbv7em-none-eabihf",
    emulator: &["qemu-system-arm", "-M", "mps2-an386", "-icount", "shift=7"],
    building: Mutex::new(()),
};

/// MPS2+ with a Cortex-M3 at 25 MHz.
pub static CORTEX_M3: Board = Board {
    core: "cortex-m3",
    target: "thumbv7m-none-eabi",
    emulator: &["qemu-system-arm", "-M", "mps2-an385", "-icount", "shift=7"],
    building: Mutex::new(()),
};

/// MPS2+ with a Cortex-M33 at 20 MHz.
pub static CORTEX_M33: Board = Board {
    core: "cortex-m33",
    target: "thumbv8m.main-none-eabihf",
    emulator: &["qemu-system-arm", "-M", "mps2-an505", "-icount", "shift=7"],
    building: Mutex::new(()),
};

/// MPS3 with a Cortex-M55 at 32 MHz, whose vector instructions C has.
pub static CORTEX_M55: Board = Board {
    core: "cortex-m55",
    target: "thumbv8m.main-none-eabihf",
    emulator: &["qemu-system-arm", "-M", "mps3-an547", "-icount", "shift=7"],
    building: Mutex::new(()),
};

/// The first micro:bit: a Cortex-M0 with 256 KiB of flash and 16 KiB of RAM.
pub static CORTEX_M0: Board = Board {
    core: "cortex-m0",
    target: "thumbv6m-none-eabi",
    emulator: &["qemu-system-arm", "-M", "microbit", "-icount", "shift=7"],
    building: Mutex::new(()),
};

/// A 32-bit RISC-V core with multiplication and compressed instructions, no floating point.
pub static RISCV32: Board = Board {
    core: "riscv32",
    target: "riscv32imc-unknown-none-elf",
    emulator: &["qemu-system-riscv32", "-M", "virt", "-bios", "none", "-icount", "shift=0"],
    building: Mutex::new(()),
};

impl Board {
    /// A cargo that can build for this board: the usual one where it has the target, else the
    /// distribution's.
    pub fn cargo(&self) -> Command {
        if has_target(&sysroot(), self.target) {
            return Command::new("cargo");
        }
        assert!(has_target("/usr", self.target), "no core library for {}: run tests/setup", self.target);
        let mut cargo = Command::new("/usr/bin/cargo");
        cargo.env("RUSTC", "/usr/bin/rustc").env_remove("RUSTUP_TOOLCHAIN");
        cargo
    }

    /// The emulator with this board, ready for its kernel.
    pub fn emulator(&self) -> Command {
        let (program, options) = self.emulator.split_first().expect("the emulator has a name");
        let mut emulator = Command::new(program);
        emulator.args(options).args(["-nographic", "-monitor", "none", "-serial", "none"]);
        emulator
    }
}

/// Where the usual compiler keeps its libraries.
fn sysroot() -> String {
    let rustc = Command::new("rustc").args(["--print", "sysroot"]).output();
    rustc.ok().and_then(|output| String::from_utf8(output.stdout).ok()).unwrap_or_default().trim().into()
}

fn has_target(sysroot: &str, target: &str) -> bool {
    !sysroot.is_empty() && Path::new(sysroot).join("lib/rustlib").join(target).join("lib").is_dir()
}
