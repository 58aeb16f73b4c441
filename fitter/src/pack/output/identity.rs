//! The identity of a file, whatever name it goes by.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// The identity of a file: two names of one file have the same.
///
/// A terminal or `/dev/null` has none, since it may be read and written at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Identity {
    /// The device and the index of a file that exists.
    #[cfg(unix)]
    Node(u64, u64),
    /// The absolute path of a name that nothing has yet, links in it resolved.
    Name(PathBuf),
}

impl Identity {
    /// Returns the identity of a path; where nothing is known of its folder, the path itself.
    pub(super) fn of(path: &Path) -> Option<Identity> {
        match fs::metadata(path) {
            Ok(found) => Identity::of_found(&found, path),
            Err(_) => Some(Identity::Name(absolute(path).unwrap_or_else(|_| path.to_owned()))),
        }
    }

    /// Returns the identity of a file by what the system knows of it.
    #[cfg(unix)]
    pub(super) fn of_found(found: &Metadata, _path: &Path) -> Option<Identity> {
        use std::os::unix::fs::{FileTypeExt, MetadataExt};
        let kind = found.file_type();
        let shared = kind.is_char_device() || kind.is_socket();
        (!shared).then(|| Identity::Node(found.dev(), found.ino()))
    }

    /// Returns the identity of a file that exists: its path without links.
    #[cfg(not(unix))]
    pub(super) fn of_found(_found: &Metadata, path: &Path) -> Option<Identity> {
        Some(Identity::Name(fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())))
    }
}

/// Returns the absolute path of a name in an existing folder.
fn absolute(path: &Path) -> io::Result<PathBuf> {
    match path.file_name() {
        Some(name) => Ok(fs::canonicalize(folder(path))?.join(name)),
        None => fs::canonicalize(path),
    }
}

/// Returns the folder of a file.
pub(super) fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
