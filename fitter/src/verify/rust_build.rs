//! Firmware in Rust, built by cargo for cores whose linker it brings.

use super::build::{Firmware, Subject, Trouble, measured, run};
use super::core::Core;
use super::tool;
use crate::error::Error;
use kernelet::wire::needed_features;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Flags that are meant for the host are not for a microcontroller.
const OF_THE_HOST: [&str; 4] = ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET", "KERNELET_MEMORY"];

/// Builds firmware for a core in a folder.
pub fn build(core: &Core, subject: &Subject<'_>, folder: &Path) -> Result<Firmware, Trouble> {
    tool::find(core.emulator())?;
    tool::cargo(core.target)?;
    put_model(subject, folder)?;
    let _building = subject.sources.lock()?;
    let whole = link(core, subject, (folder, "firmware.elf"), "")?;
    let bare = link(core, subject, (folder, "bare.elf"), ",bare")?;
    Ok(measured(whole, &bare))
}

fn link(core: &Core, subject: &Subject<'_>, (folder, name): (&Path, &str), more: &str) -> Result<PathBuf, Trouble> {
    let mut cargo = cargo(core.target, subject, folder)?;
    run(cargo.env("KERNELET_BOARD", core.board).arg(format!("--features={}{more}", features(subject))))?;
    let built = subject.sources.target.join(core.target).join("release/replay");
    let copy = folder.join(name);
    fs::copy(&built, &copy).map_err(|source| Error::io(&built, source))?;
    Ok(copy)
}

/// Writes the model to where `build.rs` of the firmware looks.
pub fn put_model(subject: &Subject<'_>, folder: &Path) -> Result<(), Error> {
    let written = fs::write(folder.join("model.klt"), subject.model.1.model.bytes());
    let written = written.and_then(|()| fs::write(folder.join("no.golden"), []));
    written.map_err(|source| Error::io(folder, source))
}

/// Returns a cargo that builds the firmware for a target.
///
/// Without `--locked`: with patches in a configuration of the user's, cargo writes them into the
/// lock file.
pub fn cargo(target: &str, subject: &Subject<'_>, folder: &Path) -> Result<Command, Trouble> {
    let mut cargo = tool::cargo(target)?;
    cargo
        .current_dir(subject.sources.firmware())
        .args(["build", "--release", "--quiet", "--bin", "replay", "--target", target, "--target-dir"])
        .arg(&subject.sources.target)
        .env("KERNELET_MODEL", folder.join("model.klt"))
        .env("KERNELET_GOLDEN", folder.join("no.golden"));
    OF_THE_HOST.iter().for_each(|variable| _ = cargo.env_remove(variable));
    Ok(cargo)
}

/// Returns the features of the runtime that a model needs, separated by commas.
pub fn features(subject: &Subject<'_>) -> String {
    let needed = needed_features(subject.model.1.model.bytes());
    let names: Vec<&str> = needed.iter().flat_map(|needed| needed.names()).collect();
    let own = names.into_iter().filter(|name| !["libm", "micromath"].contains(name));
    own.collect::<Vec<_>>().join(",")
}
