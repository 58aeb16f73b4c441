//! A file that is written before it takes its name.

use super::handle;
use super::leftover;
use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A file beside the one that it will replace.
pub(super) enum Staged {
    /// A file without a name, which the system drops if it never gets one.
    Unnamed(File),
    /// A file with a hidden name, where the system or the disk has no others.
    Named(NamedTempFile),
}

impl Staged {
    /// Creates a file in a folder.
    pub(super) fn new(folder: &Path) -> io::Result<Staged> {
        let staged = match handle::create(folder)? {
            Some(file) => Staged::Unnamed(file),
            None => {
                let named = leftover::builder().permissions(readable()).tempfile_in(folder);
                // the kind alone: its words name the hidden file
                Staged::Named(named.map_err(|error| io::Error::from(error.kind()))?)
            }
        };
        leftover::claim(staged.file());
        Ok(staged)
    }

    /// Writes all bytes of the file, and waits until they are on the disk.
    pub(super) fn write(self, bytes: &[u8]) -> io::Result<Staged> {
        let mut file = self.file();
        file.write_all(bytes)?;
        file.sync_all()?;
        Ok(self)
    }

    /// Takes over the permissions of a file that it will replace.
    pub(super) fn like(self, replaced: &Path) -> io::Result<Staged> {
        if let Ok(found) = fs::metadata(replaced) {
            self.file().set_permissions(found.permissions())?;
        }
        Ok(self)
    }

    /// Returns the file.
    pub(super) fn file(&self) -> &File {
        match self {
            Staged::Unnamed(file) => file,
            Staged::Named(file) => file.as_file(),
        }
    }

    /// Returns the path by which the file is found until it has its name.
    pub(super) fn path(&self) -> PathBuf {
        match self {
            Staged::Unnamed(file) => handle::path(file),
            Staged::Named(file) => file.path().to_owned(),
        }
    }
}

/// The permissions of an ordinary file, before the user's mask; a temporary one is private.
#[cfg(unix)]
fn readable() -> Permissions {
    std::os::unix::fs::PermissionsExt::from_mode(0o666)
}

#[cfg(not(unix))]
fn readable() -> Permissions {
    tempfile::tempfile().and_then(|file| file.metadata()).expect("a temporary file").permissions()
}
