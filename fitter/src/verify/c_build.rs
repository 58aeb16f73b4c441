//! Firmware in C, built by the compiler of each family of cores.

use super::build::{Firmware, Subject, Trouble, measured, memory_map, run};
use super::core::{Core, Family};
use super::tool;
use crate::error::Error;
use crate::export::c::Source;
use crate::pack::sections;
use kernelet::wire::stored_checksum;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What an export has beside the model itself.
const BESIDE: [&str; 2] = ["_test.c", "_sheet.c"];

/// Builds firmware for a core in a folder.
pub fn build(core: &Core, subject: &Subject<'_>, folder: &Path) -> Result<Firmware, Trouble> {
    tool::find(core.compiler())?;
    tool::find(if core.family == Family::Avr { "gcc" } else { core.emulator() })?;
    let model = put_model(subject, folder)?;
    if core.family != Family::Avr {
        memory_map(core, subject.sources, folder)?;
    }
    let whole = link(core, subject, (folder, "firmware.elf"), &[&model])?;
    let bare = link(core, subject, (folder, "bare.elf"), &[&subject.sources.c("bare.c")])?;
    Ok(measured(whole, &bare))
}

/// Links the C parts of firmware with those of a model.
pub fn link(
    core: &Core,
    subject: &Subject<'_>,
    (folder, name): (&Path, &str),
    parts: &[&Path],
) -> Result<PathBuf, Trouble> {
    let sources: &[&str] = match core.family {
        Family::Arm => &["replay.c", "semihosting.c", "cortex_m.c"],
        Family::RiscV => &["replay.c", "semihosting.c", "riscv.c"],
        Family::Avr => &["replay.c", "avr_replay.c"],
    };
    let program = folder.join(name);
    let mut compiler = Command::new(core.compiler());
    compiler
        .args(core.c)
        .args(["-O2", "-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections", "-I"])
        .arg(folder);
    compiler.arg("-I").arg(subject.sources.firmware().join("c"));
    let script = match core.family {
        Family::Arm => Some("cortex_m.ld"),
        Family::RiscV => Some("riscv.ld"),
        Family::Avr => None,
    };
    if let Some(script) = script {
        compiler.args(["-ffreestanding", "-nostdlib", "-T"]).arg(subject.sources.c(script)).arg("-L").arg(folder);
    }
    // a library of the model stands behind those that call it
    compiler.args(sources.iter().map(|name| subject.sources.c(name))).args(parts).arg("-lgcc").arg("-o").arg(&program);
    run(&mut compiler).map(|()| program)
}

/// Writes the header by which `replay.c` knows the model, and the model where none was exported;
/// returns its source.
pub fn put_model(subject: &Subject<'_>, folder: &Path) -> Result<PathBuf, Trouble> {
    let (name, source) = match subject.exported {
        Some(exported) => {
            let name = exported_name(exported)?;
            let header = exported.join(format!("{name}.h"));
            copy(&header, &folder.join(format!("{name}.h")))?;
            (name.clone(), exported.join(format!("{name}.c")))
        }
        None => ("model".to_owned(), export(subject, folder)?),
    };
    let mut text = format!("#include \"{name}.h\"\n");
    if let Some(features) = subject.rows.window_features {
        text += &format!("#define REPLAY_WINDOW_FEATURES {features}\n");
    }
    if name != "model" {
        text += &renamed(&name);
    }
    write(&folder.join("replay_model.h"), &text)?;
    Ok(source)
}

/// Exports the model; returns its source.
fn export(subject: &Subject<'_>, folder: &Path) -> Result<PathBuf, Trouble> {
    let (path, file) = subject.model;
    let bytes = file.model.bytes();
    let used = sections::used(path, bytes)?;
    let source = Source::new(path, "model", (&used, stored_checksum(bytes)));
    let source = source.map_err(|why| Trouble::Skipped(why.to_string()))?;
    write(&folder.join("model.h"), &source.header(Some(&file.sheet)))?;
    let path = folder.join("model.c");
    write(&path, &source.source())?;
    Ok(path)
}

/// Returns the name that the files of a folder begin with.
fn exported_name(folder: &Path) -> Result<String, Trouble> {
    let entries = fs::read_dir(folder).map_err(|source| Error::io(folder, source))?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let names: Vec<String> = names
        .filter(|name| BESIDE.iter().all(|end| !name.ends_with(end)))
        .filter_map(|name| Some(name.strip_suffix(".c")?.to_owned()))
        .filter(|name| folder.join(format!("{name}.h")).exists())
        .collect();
    match <[String; 1]>::try_from(names) {
        Ok([name]) => Ok(name),
        Err(names) => {
            let what = format!("--exported {}: {} models of C in it instead of one", folder.display(), names.len());
            Err(Trouble::Broken(Error::Usage(what)))
        }
    }
}

/// Returns the names of a model in C as those of one that is called `model`.
fn renamed(name: &str) -> String {
    let upper = name.to_ascii_uppercase();
    let names = ["input", "score", "scores", "window", "push", "inputs"];
    let names = names.map(|word| format!("#define model_{word} {name}_{word}\n"));
    let sizes = ["INPUTS", "OUTPUTS"].map(|size| format!("#define MODEL_{size} {upper}_{size}\n"));
    let window = ["LENGTH", "CHANNELS"].map(|size| format!("#define MODEL_{size} {upper}_{size}\n")).concat();
    names.concat() + &sizes.concat() + &format!("#if defined({upper}_LENGTH)\n{window}#endif\n")
}

fn copy(from: &Path, to: &Path) -> Result<(), Error> {
    fs::copy(from, to).map(drop).map_err(|source| Error::io(from, source))
}

/// Writes a file of the folder in which firmware is built.
pub fn write(path: &Path, text: &str) -> Result<(), Error> {
    fs::write(path, text).map_err(|source| Error::io(path, source))
}
