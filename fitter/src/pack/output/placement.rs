//! Files that take their names.

use super::handle;
use super::identity::folder;
use super::leftover;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// A file that takes its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    /// The path of the file until then.
    pub(super) new: PathBuf,
    /// The path of a copy of what has the name now, if anything does.
    pub(super) old: Option<PathBuf>,
    /// The name.
    pub(super) target: PathBuf,
}

/// Gives all files their names, in order, or none.
///
/// # Errors
/// The index of the first file that cannot take its name, and why.
pub(super) fn place(all: &[Placement]) -> Result<(), (usize, io::Error)> {
    for (index, Placement { new, target, .. }) in all.iter().enumerate() {
        if let Err(error) = name(new, target) {
            all[..index].iter().rev().for_each(Placement::undo);
            return Err((index, error));
        }
    }
    Ok(())
}

impl Placement {
    /// Puts back what had the name; the first failure is the one to report.
    fn undo(&self) {
        let _ = match &self.old {
            Some(old) => name(old, &self.target),
            None => fs::remove_file(&self.target),
        };
    }
}

/// Names a file. The system gives no name twice, so what replaces a file takes a hidden one first.
fn name(file: &Path, target: &Path) -> io::Result<()> {
    if !handle::is_one(file) {
        return fs::rename(file, target);
    }
    match handle::link(file, target) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let hidden = leftover::builder().make_in(folder(target), |hidden| handle::link(file, hidden))?;
            hidden.persist(target).map_err(|failed| failed.error)
        }
        done => done,
    }
}
