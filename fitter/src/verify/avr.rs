//! The simulated AVR: its simulator, and firmware in Rust, which is a library behind the C parts.

use super::build::{Firmware, Subject, Trouble, measured, run};
use super::c_build::{link, put_model, write};
use super::core::Core;
use super::rust_build::features;
use super::tool;
use crate::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a missing simulator says.
const SIMULATOR: &str = "apt-get install libsimavr-dev libelf-dev";

/// The exit code of a simulator whose firmware's stack grew into variables.
pub const OVERRUN: i32 = 3;

/// The library: the runtime behind the header of an exported model.
const LIBRARY: &str = include_str!("../../../examples/device/src/avr.rs");

/// Builds the simulator, where it was not built before.
pub fn simulator(subject: &Subject<'_>) -> Result<PathBuf, Trouble> {
    tool::find("gcc")?;
    let _building = subject.sources.lock()?;
    let program = subject.sources.project.join("simulate");
    if program.exists() {
        return Ok(program);
    }
    let mut gcc = Command::new("gcc");
    gcc.arg("-O2").arg(subject.sources.c("simulate.c")).arg("-o").arg(&program).args(["-lsimavr", "-lelf"]);
    run(&mut gcc).map_err(|_| Trouble::Failed(tool::missing("the simulator of AVR", SIMULATOR)))?;
    Ok(program)
}

/// Builds firmware in Rust.
pub fn build(core: &Core, subject: &Subject<'_>, folder: &Path) -> Result<Firmware, Trouble> {
    if subject.rows.window_features.is_some() {
        return Err(Trouble::Skipped("windows in Rust are not built for AVR: take C".to_owned()));
    }
    tool::find(core.compiler())?;
    let cargo = tool::cargo_with_source()?;
    put_model(subject, folder)?;
    let library = library(cargo, subject, folder)?;
    let whole = link(core, subject, (folder, "firmware.elf"), &[&library])?;
    let bare = link(core, subject, (folder, "bare.elf"), &[&subject.sources.c("bare.c")])?;
    Ok(measured(whole, &bare))
}

fn library(mut cargo: Command, subject: &Subject<'_>, folder: &Path) -> Result<PathBuf, Trouble> {
    let model = subject.model.1;
    let device = model.device();
    let sizes = [
        ("INPUTS", device.header().inputs.into()),
        ("OUTPUTS", device.header().outputs.into()),
        ("SCRATCH", device.scratch()),
    ];
    let text = LIBRARY.replace("NUMBER", model.contract().path());
    let text = sizes.iter().fold(text, |text, (name, size)| text.replace(name, &size.to_string()));
    let own = subject.sources.project.join("avr");
    fs::create_dir_all(own.join("src")).map_err(|source| Error::io(&own, source))?;
    let _building = subject.sources.lock()?;
    write(&own.join("src/lib.rs"), &text)?;
    write(&own.join("Cargo.toml"), &manifest(&features(subject)))?;
    let packed = own.join("m.klt");
    fs::write(&packed, model.model.bytes()).map_err(|source| Error::io(&packed, source))?;
    cargo.args(["build", "--release", "--quiet", "--target", "avr-none", "--target-dir"]);
    cargo.arg(subject.sources.target.join("avr")).current_dir(&own);
    cargo.args(["-Zbuild-std=core,compiler_builtins", "-Zbuild-std-features=compiler-builtins-mem"]);
    run(cargo.env("RUSTFLAGS", "-C target-cpu=atmega328p").env_remove("CARGO_ENCODED_RUSTFLAGS"))?;
    let built = subject.sources.target.join("avr/avr-none/release/libon_avr.a");
    let copy = folder.join("libmodel.a");
    fs::copy(&built, &copy).map_err(|source| Error::io(&built, source))?;
    Ok(copy)
}

fn manifest(features: &str) -> String {
    let features: Vec<String> =
        features.split(',').filter(|name| !name.is_empty()).map(|name| format!("{name:?}")).collect();
    format!(
        "[workspace]\n[package]\nname = \"on-avr\"\nedition = \"2024\"\n[lib]\ncrate-type = [\"staticlib\"]\n\
         [dependencies]\nkernelet = {{ path = \"../runtime\", features = [{}] }}\n\
         [profile.release]\nopt-level = \"s\"\nlto = true\ncodegen-units = 1\npanic = \"abort\"\n",
        features.join(", ")
    )
}
