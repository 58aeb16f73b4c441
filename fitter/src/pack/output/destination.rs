//! The destination of an output.

use super::identity::{Identity, folder};
use super::staged::Staged;
use super::{access, standard};
use crate::error::Error;
use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The number of symbolic links after which a path is taken for a circle, as Linux does.
const LINKS: u32 = 40;

/// The destination of an output, with symbolic links followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// An ordinary file, or a name that nothing has yet: replaced as a whole.
    File(PathBuf),
    /// A device or a pipe: written through.
    Stream(PathBuf),
    /// Standard output, by `-` or by a path such as `/dev/stdout`.
    Standard,
}

impl Destination {
    /// Finds the destination that a path names.
    ///
    /// # Errors
    /// [`Error::Io`] where it is a folder or cannot be looked at.
    pub fn of(path: &Path) -> Result<Destination, Error> {
        if path == Path::new(standard::NAME) {
            return Ok(Destination::Standard);
        }
        let names_folder = path.as_os_str().as_encoded_bytes().ends_with(b"/");
        let found = if names_folder { Err(ErrorKind::IsADirectory.into()) } else { resolve(path, LINKS) };
        found.map_err(|source| Error::io(path, source))
    }

    /// Checks that the destination can be written, and changes nothing.
    pub(super) fn check(&self) -> io::Result<()> {
        match self {
            Destination::File(path) => {
                if path.exists() {
                    access::writable(path)?;
                }
                Staged::new(folder(path)).map(drop)
            }
            Destination::Stream(path) => access::writable(path),
            Destination::Standard => Ok(()),
        }
    }

    /// Returns the identity of the file.
    pub(super) fn identity(&self) -> Option<Identity> {
        match self {
            Destination::File(path) | Destination::Stream(path) => Identity::of(path),
            Destination::Standard => standard::output(),
        }
    }
}

fn is_standard(found: &Metadata, path: &Path) -> bool {
    Identity::of_found(found, path).is_some_and(|identity| standard::output() == Some(identity))
}

fn resolve(path: &Path, links: u32) -> io::Result<Destination> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(found) if is_standard(&found, path) => Ok(Destination::Standard),
        Ok(found) if found.is_file() => fs::canonicalize(path).map(Destination::File),
        Ok(_) => Ok(Destination::Stream(path.to_owned())),
        Err(missing) if missing.kind() == ErrorKind::NotFound => match fs::read_link(path) {
            Ok(_) if links == 0 => Err(missing),
            Ok(target) => resolve(&folder(path).join(target), links - 1),
            Err(_) => Ok(Destination::File(path.to_owned())),
        },
        Err(error) => Err(error),
    }
}
