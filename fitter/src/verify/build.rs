//! What building firmware begins and ends with, whatever its language.

use super::core::Core;
use super::elf::{Sizes, sizes};
use super::rows::ReplayRows;
use super::sources::Sources;
use crate::error::Error;
use crate::pack::ModelFile;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The model that firmware is built around.
pub struct Subject<'a> {
    /// The model, and where it lies.
    pub model: (&'a Path, &'a ModelFile),
    /// A folder of exported C in the place of a new export.
    pub exported: Option<&'a Path>,
    /// The rows that it will answer.
    pub rows: &'a ReplayRows,
    /// What it is built from.
    pub sources: &'a Sources,
}

/// Why there is no firmware.
#[derive(Debug)]
pub enum Trouble {
    /// The target cannot hold it.
    Skipped(String),
    /// Something failed.
    Failed(String),
    /// The command cannot go on.
    Broken(Error),
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Trouble {
        Trouble::Broken(error)
    }
}

impl From<String> for Trouble {
    fn from(what: String) -> Trouble {
        Trouble::Failed(what)
    }
}

/// Firmware, linked.
#[derive(Debug)]
pub struct Firmware {
    /// The program.
    pub program: PathBuf,
    /// What the model adds to it.
    pub sizes: Option<Sizes>,
}

/// The lines of a compiler's messages that are shown.
const LINES: usize = 6;

/// Runs a compiler or a linker.
pub fn run(command: &mut Command) -> Result<(), Trouble> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{name}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let messages = String::from_utf8_lossy(&output.stderr);
    let first = messages.lines().filter(|line| !line.trim().is_empty()).take(LINES).collect::<Vec<_>>().join("\n    ");
    Err(does_not_fit(&messages).unwrap_or_else(|| Trouble::Failed(format!("it does not build: {first}"))))
}

/// Returns what a linker says where a region of memory is too small.
fn does_not_fit(messages: &str) -> Option<Trouble> {
    const SIGNS: [&str; 4] = ["overflowed by", "will not fit in region", "is not within region", "out of range"];
    let line = messages.lines().find(|line| SIGNS.iter().any(|sign| line.contains(sign)))?;
    let bytes = line.split_once("overflowed by ").and_then(|(_, rest)| rest.split_whitespace().next());
    let region = ["FLASH", "RAM", "text", "data"].into_iter().find(|region| line.contains(region));
    let memory = if matches!(region, Some("RAM" | "data")) { "RAM" } else { "flash" };
    let over = bytes.map_or(String::new(), |bytes| format!(" by {bytes} bytes"));
    Some(Trouble::Skipped(format!("does not fit: {memory} is exceeded{over}")))
}

/// Returns firmware with what its model adds to firmware without one.
pub fn measured(whole: PathBuf, bare: &Path) -> Firmware {
    let read = |path: &Path| fs::read(path).ok().and_then(|bytes| sizes(&bytes));
    let sizes = read(&whole).zip(read(bare)).map(|(whole, bare)| whole.beyond(bare));
    Firmware { program: whole, sizes }
}

/// Copies the memory map of a core's board to where a linker looks.
pub fn memory_map(core: &Core, sources: &Sources, folder: &Path) -> Result<(), Error> {
    let map = sources.firmware().join("boards").join(format!("{}.x", core.board));
    fs::copy(&map, folder.join("memory.x")).map(drop).map_err(|source| Error::io(&map, source))
}
