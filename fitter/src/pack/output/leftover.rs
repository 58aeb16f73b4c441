//! Hidden names that a killed process left behind.

use std::fs::{self, File};
use std::path::Path;
use tempfile::Builder;

/// The start of every hidden name.
const PREFIX: &str = ".kernelet-";
/// The end of every hidden name.
const SUFFIX: &str = ".tmp";
/// The number of random letters between the two.
const LETTERS: usize = 12;

/// Returns what makes files with hidden names.
pub(super) fn builder() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX).rand_bytes(LETTERS);
    builder
}

/// Locks a file for as long as it is open, so that nobody takes its hidden name for a leftover.
///
/// A disk without locks has no leftovers that are safe to remove either.
pub(super) fn claim(file: &File) {
    let _ = file.try_lock();
}

/// Removes the hidden names in a folder whose process is dead.
pub(super) fn sweep(folder: &Path) {
    let names = fs::read_dir(folder).into_iter().flatten().flatten();
    for found in names.filter(|found| is_hidden(&found.file_name().to_string_lossy())) {
        if found.file_type().is_ok_and(|kind| kind.is_file()) && is_abandoned(&found.path()) {
            let _ = fs::remove_file(found.path());
        }
    }
}

fn is_hidden(name: &str) -> bool {
    let letters = name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX));
    letters.is_some_and(|letters| letters.len() == LETTERS && letters.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

fn is_abandoned(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| file.try_lock().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_hidden_names_that_nobody_holds_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, "x").unwrap();
            path
        };
        let kept = [write(".kernelet-notes"), write(".kernelet-abcdefghijkl.tmp.csv"), write("m.klt")];
        let held = builder().tempfile_in(folder.path()).unwrap();
        claim(held.as_file());
        let abandoned = write(".kernelet-abcdefghijkl.tmp");
        sweep(folder.path());
        assert!(kept.iter().all(|path| path.exists()) && held.path().exists());
        assert!(!abandoned.exists());
    }
}
