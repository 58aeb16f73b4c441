//! Standard input and output as files.

use super::identity::Identity;
use crate::error::{Error, Result};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// The name of standard input and output on the command line.
pub(super) const NAME: &str = "-";

/// Prints bytes on standard output.
///
/// # Errors
/// [`Error::Closed`] where the reader has gone away, and [`Error::Io`] where the bytes are lost.
pub fn print(bytes: &[u8]) -> Result<()> {
    let mut output = io::stdout().lock();
    printed(output.write_all(bytes).and_then(|()| output.flush()))
}

/// Returns the error of the command for an error of standard output.
///
/// # Errors
/// Those of [`print`].
pub fn printed(done: io::Result<()>) -> Result<()> {
    done.map_err(|source| match source.kind() {
        ErrorKind::BrokenPipe => Error::Closed,
        _ => Error::io(Path::new("standard output"), source),
    })
}

/// Returns the identity of what standard output goes to, where the system tells.
#[cfg(unix)]
pub(super) fn output() -> Option<Identity> {
    use std::os::fd::AsFd;
    of(std::io::stdout().as_fd())
}

/// Returns the identity of what standard input comes from, where the system tells.
#[cfg(unix)]
pub(super) fn input() -> Option<Identity> {
    use std::os::fd::AsFd;
    of(std::io::stdin().as_fd())
}

#[cfg(unix)]
fn of(stream: std::os::fd::BorrowedFd<'_>) -> Option<Identity> {
    let file = std::fs::File::from(stream.try_clone_to_owned().ok()?);
    Identity::of_found(&file.metadata().ok()?, "-".as_ref())
}

#[cfg(not(unix))]
pub(super) fn output() -> Option<Identity> {
    None
}

#[cfg(not(unix))]
pub(super) fn input() -> Option<Identity> {
    None
}
