//! Programs that a target needs, and the commands that install them.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Programs with the package of Debian that has each.
const PACKAGES: [(&str, &str); 7] = [
    ("qemu-system-arm", "apt-get install qemu-system-arm"),
    ("qemu-system-riscv32", "apt-get install qemu-system-misc"),
    ("arm-none-eabi-gcc", "apt-get install gcc-arm-none-eabi"),
    ("riscv64-unknown-elf-gcc", "apt-get install gcc-riscv64-unknown-elf"),
    ("avr-gcc", "apt-get install gcc-avr avr-libc"),
    ("gcc", "apt-get install gcc libc6-dev"),
    ("probe-rs", "cargo install probe-rs-tools --locked"),
];

/// Returns a program where it is installed.
///
/// # Errors
/// A sentence that names it and the command that installs it.
pub fn find(program: &str) -> Result<PathBuf, String> {
    let folders = env::var_os("PATH").unwrap_or_default();
    let name = format!("{program}{}", env::consts::EXE_SUFFIX);
    let found = env::split_paths(&folders).map(|folder| folder.join(&name)).find(|path| path.is_file());
    let install = PACKAGES.iter().find(|(known, _)| *known == program).map_or("", |(_, install)| *install);
    found.ok_or_else(|| missing(program, install))
}

/// Says that something is missing, and what installs it.
pub fn missing(what: &str, install: &str) -> String {
    format!("{what} is missing; this installs it: {install}")
}

/// Returns a cargo that builds for a target: the usual one, or that of the distribution where only
/// it has the core library.
///
/// # Errors
/// A sentence that names what is missing and the command that installs it.
pub fn cargo(target: &str) -> Result<Command, String> {
    let cargo = find("cargo").map_err(|_| missing("cargo", "curl -sSf https://sh.rustup.rs | sh"))?;
    if has_library(&output("rustc", &["--print", "sysroot"]), target) {
        return Ok(Command::new(cargo));
    }
    if !has_library("/usr", target) {
        let what = format!("the core library for {target}");
        return Err(missing(&what, &format!("rustup target add {target}")));
    }
    let mut cargo = Command::new("/usr/bin/cargo");
    cargo.env("RUSTC", "/usr/bin/rustc").env_remove("RUSTUP_TOOLCHAIN");
    Ok(cargo)
}

/// Returns a cargo that builds core libraries from their source.
///
/// # Errors
/// As [`cargo`].
pub fn cargo_with_source() -> Result<Command, String> {
    let source = |sysroot: &str| Path::new(sysroot).join("lib/rustlib/src/rust/library/core").is_dir();
    if source(&output("rustup", &["run", "nightly", "rustc", "--print", "sysroot"])) {
        let mut cargo = Command::new("rustup");
        cargo.args(["run", "nightly", "cargo"]);
        return Ok(cargo);
    }
    if source("/usr") {
        let mut cargo = Command::new("/usr/bin/cargo");
        cargo.env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1").env_remove("RUSTUP_TOOLCHAIN");
        return Ok(cargo);
    }
    let install = "rustup toolchain install nightly --component rust-src";
    Err(missing("the source of the core library, which AVR is built from,", install))
}

fn has_library(sysroot: &str, target: &str) -> bool {
    !sysroot.is_empty() && Path::new(sysroot).join("lib/rustlib").join(target).join("lib").is_dir()
}

/// Returns what a program prints; nothing where it fails.
pub fn output(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let text = output.ok().filter(|output| output.status.success()).map(|output| output.stdout);
    String::from_utf8(text.unwrap_or_default()).unwrap_or_default().trim().to_owned()
}
