//! The permission to write to what exists.

use std::io;
use std::path::Path;

/// Checks that a file or a device may be written, without opening it: a pipe would take an end.
#[cfg(unix)]
pub(super) fn writable(path: &Path) -> io::Result<()> {
    use rustix::fs::{Access, AtFlags, CWD, accessat};
    Ok(accessat(CWD, path, Access::WRITE_OK, AtFlags::EACCESS)?)
}

#[cfg(not(unix))]
pub(super) fn writable(path: &Path) -> io::Result<()> {
    match std::fs::metadata(path)?.permissions().readonly() {
        true => Err(io::ErrorKind::PermissionDenied.into()),
        false => Ok(()),
    }
}
