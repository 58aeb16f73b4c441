//! A board behind its probe: rows go to its flash, as many as fit at a time, and answers come back
//! as text.

use super::answers::Comparison;
use super::build::{Subject, Trouble, run};
use super::chip::Chip;
use super::emulator::{requests, wait};
use super::outcome::Outcome;
use super::plan::Plan;
use super::rust_build::{cargo, features, put_model};
use super::tool;
use crate::error::Error;
use crate::pack::cost::Unit;
use crate::search::Progress;
use std::fs::{self, File};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The share of the flash that rows may take.
const SHARE: u64 = 4;

/// Verifies on a board behind its probe.
pub fn verify(
    plan: &Plan<'_>,
    subject: &Subject<'_>,
    name: &str,
    (mut comparison, progress): (Comparison<'_>, &dyn Progress),
) -> Result<Outcome, Trouble> {
    tool::find("probe-rs")?;
    let chip = Chip::read(&tool::output("probe-rs", &["chip", "info", name]))?;
    let folder = tempfile::tempdir().map_err(|source| Error::io(Path::new("a temporary folder"), source))?;
    let folder = folder.path();
    put_model(subject, folder)?;
    write(&folder.join("memory.x"), chip.memory_map().as_bytes())?;
    let count = plan.rows.count();
    let batch = (chip.flash_bytes() / SHARE / plan.rows.request_bytes() as u64).max(1) as usize;
    for first in (0..count).step_by(batch) {
        progress.trying(&format!("probe:{name}: rows from {}", first + 1));
        let rows = first..count.min(first + batch);
        let program = link(&chip, subject, folder, rows.clone())?;
        let text = answer(plan, name, &program)?;
        let found = comparison.all(&decoded(&text));
        let wrong = found.err().or_else(|| (comparison.rows() < rows.end).then(|| "it ended early".to_owned()));
        if let Some(why) = wrong {
            comparison.fail(format!("rows from {}: {why}", first + 1));
            break;
        }
        progress.done(rows.end, count);
    }
    let unit = if chip.target.starts_with("riscv") { Unit::Instructions } else { Unit::Cycles };
    Ok(comparison.end(unit, None))
}

/// Builds firmware with some rows in it.
fn link(chip: &Chip, subject: &Subject<'_>, folder: &Path, rows: Range<usize>) -> Result<PathBuf, Trouble> {
    write(&folder.join("requests"), &requests(subject.rows, rows))?;
    let _building = subject.sources.lock()?;
    let mut cargo = cargo(chip.target, subject, folder)?;
    cargo.env("KERNELET_MEMORY", folder.join("memory.x")).env("KERNELET_REQUESTS", folder.join("requests"));
    run(cargo.arg(format!("--features={},probe,cycles", features(subject))))?;
    let (built, copy) = (subject.sources.target.join(chip.target).join("release/replay"), folder.join("firmware.elf"));
    fs::copy(&built, &copy).map_err(|source| Error::io(&built, source))?;
    Ok(copy)
}

/// Runs firmware; returns what it prints.
fn answer(plan: &Plan<'_>, name: &str, program: &Path) -> Result<String, Trouble> {
    let [output, errors] = ["output", "errors"].map(|end| program.with_extension(end));
    let open = |path: &Path| File::create(path).map_err(|source| Error::io(path, source));
    let mut probe = Command::new("probe-rs");
    probe.args(["run", "--chip", name]).arg(program).stdout(open(&output)?).stderr(open(&errors)?);
    let child = probe.spawn().map_err(|error| format!("probe-rs: {error}"))?;
    let status = wait(child, &output, &plan.limit, &|_| ())?;
    let text = fs::read_to_string(&output).unwrap_or_default();
    if decoded(&text).is_empty() {
        let errors = fs::read_to_string(&errors).unwrap_or_default();
        return Err(Trouble::Failed(format!("probe-rs ended without an answer ({status}): {}", errors.trim())));
    }
    Ok(text)
}

/// Returns the bytes of all lines that are hexadecimal digits and nothing else.
fn decoded(text: &str) -> Vec<u8> {
    let is_frame = |line: &&str| line.len().is_multiple_of(2) && line.bytes().all(|byte| byte.is_ascii_hexdigit());
    let digits: Vec<u8> = text.lines().map(str::trim).filter(is_frame).flat_map(str::bytes).collect();
    let value = |digit: u8| char::from(digit).to_digit(16).unwrap_or(0) as u8;
    digits.chunks_exact(2).map(|two| value(two[0]) << 4 | value(two[1])).collect()
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    fs::write(path, bytes).map_err(|source| Error::io(path, source))
}
