//! A second process of the command, which names files: a kill of the first falls before or after.
//!
//! What replaces a file takes two calls of the system, and a model and its data sheet take two
//! more. The helper is in a group of its own, so neither a kill of the command nor one of its group
//! falls between them.

use super::placement::{Placement, place};
use super::standard::print;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

/// The first argument of the helper.
const ASKED: &str = "--name-files";

/// Does the helper's work and returns its exit code, if this process is the helper. Else, lets this
/// process start one for every file that it replaces.
///
/// `main` calls it first. A program that does not call it names files itself.
pub fn help() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_none_or(|first| first != ASKED) {
        parent::enable();
        return None;
    }
    let arguments: Vec<OsString> = arguments.collect();
    Some(match place(&placements(&arguments)) {
        Ok(()) => ExitCode::SUCCESS,
        Err((index, error)) => {
            let _ = print(format!("{index} {}", error.raw_os_error().unwrap_or(0)).as_bytes());
            ExitCode::FAILURE
        }
    })
}

/// Three arguments a file: until then, the copy of the old one or nothing, the name.
fn placements(arguments: &[OsString]) -> Vec<Placement> {
    let placement = |paths: &[OsString]| Placement {
        new: PathBuf::from(&paths[0]),
        old: Some(PathBuf::from(&paths[1])).filter(|old| !old.as_os_str().is_empty()),
        target: PathBuf::from(&paths[2]),
    };
    arguments.chunks_exact(3).map(placement).collect()
}

#[cfg(target_os = "linux")]
pub(super) use parent::ask;

#[cfg(target_os = "linux")]
mod parent {
    use super::{ASKED, Placement};
    use rustix::io::{FdFlags, fcntl_setfd};
    use std::fs::File;
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Output, Stdio};
    use std::sync::atomic::{AtomicBool, Ordering};

    static ENABLED: AtomicBool = AtomicBool::new(false);

    pub(super) fn enable() {
        ENABLED.store(true, Ordering::Relaxed);
    }

    /// Lets the helper name open files; `None` where there is none.
    pub(crate) fn ask(all: &[Placement], open: &[&File]) -> Option<Result<(), (usize, io::Error)>> {
        if !ENABLED.load(Ordering::Relaxed) {
            return None;
        }
        open.iter().try_for_each(|file| fcntl_setfd(file, FdFlags::empty())).ok()?;
        let mut command = Command::new("/proc/self/exe");
        command.arg(ASKED);
        for Placement { new, old, target } in all {
            command.args([new.clone(), old.clone().unwrap_or_default(), target.clone()]);
        }
        let command = command.process_group(0).stdin(Stdio::null()).stderr(Stdio::null());
        command.output().ok().map(|output| answer(&output))
    }

    /// Reads the helper's answer: nothing, or the index of a file and the number of an error.
    fn answer(Output { status, stdout, .. }: &Output) -> Result<(), (usize, io::Error)> {
        if status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(stdout);
        let (index, number) = said.split_once(' ').unwrap_or(("", ""));
        let error = match number.parse() {
            Ok(number) if number != 0 => io::Error::from_raw_os_error(number),
            _ => io::Error::other("the file could not be renamed"),
        };
        Err((index.parse().unwrap_or(0), error))
    }
}

#[cfg(not(target_os = "linux"))]
mod parent {
    pub(super) fn enable() {}
}

/// There is no helper.
#[cfg(not(target_os = "linux"))]
pub(super) fn ask(_all: &[Placement], _open: &[&std::fs::File]) -> Option<Result<(), (usize, std::io::Error)>> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placements_are_read_from_arguments() {
        let arguments = ["a", "", "b", "c", "d", "e"].map(OsString::from);
        let [first, second] = [("a", None, "b"), ("c", Some("d"), "e")].map(|(new, old, target)| Placement {
            new: new.into(),
            old: old.map(PathBuf::from),
            target: target.into(),
        });
        assert_eq!(placements(&arguments), [first, second]);
    }
}
