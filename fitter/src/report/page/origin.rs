//! Where a fit comes from: its command and its files.

use crate::error::{Error, Result};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// The command of a fit and the files that it read.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The command as a shell takes it.
    pub command: String,
    /// The files that were read.
    pub files: Vec<Source>,
    /// The file of the model, if it is kept.
    pub model: Option<PathBuf>,
    /// The time of the whole command in seconds.
    pub seconds: f64,
    /// Whether Ctrl-C ended it.
    pub interrupted: bool,
}

/// A file that was read.
#[derive(Clone, Debug)]
pub struct Source {
    /// What it is to the command.
    pub role: &'static str,
    /// Its name.
    pub name: String,
    /// The SHA-256 of its bytes; none of standard input.
    pub hash: Option<String>,
}

impl Source {
    /// A file on the disk; standard input has been read already, and has no hash.
    ///
    /// # Errors
    /// [`Error::Io`] where it cannot be read.
    pub fn of(role: &'static str, path: &Path) -> Result<Source> {
        let hash = match path.is_file() {
            true => Some(hash(&std::fs::read(path).map_err(|source| Error::io(path, source))?)),
            false => None,
        };
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let name = if name == "-" { "standard input".to_owned() } else { name };
        Ok(Source { role, name, hash })
    }
}

/// Returns the SHA-256 of some bytes, as `sha256sum` prints it.
pub fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FIPS 180-4, the example of one block.
    #[test]
    fn hashes_are_those_of_sha256sum() {
        assert_eq!(hash(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
