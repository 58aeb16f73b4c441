//! Files that appear whole or not at all.

use crate::error::Error;
use std::io::Write;
use std::path::Path;
use tempfile::NamedTempFile;

/// Writes files together: all are complete on the disk before the first takes its name.
///
/// # Errors
/// [`Error::Io`], naming the file; then no file was replaced, or, where a rename itself fails, only
/// those before it.
pub fn write_all(files: &[(&Path, &[u8])]) -> Result<(), Error> {
    let written: Result<Vec<_>, _> = files.iter().map(|(path, bytes)| stage(path, bytes)).collect();
    for (file, (path, _)) in written?.into_iter().zip(files) {
        file.persist(path).map_err(|failed| Error::io(path, failed.error))?;
    }
    Ok(())
}

/// Writes a temporary file beside the one that it will replace.
fn stage(path: &Path, bytes: &[u8]) -> Result<NamedTempFile, Error> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let staged = || {
        let mut file = tempfile::Builder::new().prefix(".kernelet-").permissions(readable()).tempfile_in(folder)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        Ok(file)
    };
    // the kind alone: the whole message names the temporary file
    staged().map_err(|source: std::io::Error| Error::io(path, source.kind().into()))
}

/// Returns the permissions of an ordinary file; a temporary one is private.
#[cfg(unix)]
fn readable() -> std::fs::Permissions {
    std::os::unix::fs::PermissionsExt::from_mode(0o666)
}

#[cfg(not(unix))]
fn readable() -> std::fs::Permissions {
    tempfile::tempfile().and_then(|file| file.metadata()).expect("a temporary file").permissions()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_written_where_one_of_the_files_cannot_be() {
        let folder = tempfile::tempdir().unwrap();
        let good = folder.path().join("good");
        let bad = folder.path().join("missing/bad");
        assert!(write_all(&[(&good, b"1"), (&bad, b"2")]).is_err());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        write_all(&[(&good, b"1")]).unwrap();
        write_all(&[(&good, b"22")]).unwrap();
        assert_eq!(std::fs::read(&good).unwrap(), b"22");
    }
}
