//! Several files written together.

use super::destination::Destination;
use super::helper;
use super::identity::folder;
use super::leftover;
use super::placement::{Placement, place};
use super::staged::Staged;
use super::standard;
use crate::error::Error;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes files together: all are complete on the disk before the first takes its name, and if one
/// cannot take it, those before it are put back.
///
/// Devices and pipes are written through, before any file is replaced.
///
/// # Errors
/// [`Error::Io`], naming the file; then no file was replaced.
pub fn write_all(files: &[(&Path, &[u8])]) -> Result<(), Error> {
    let (mut replacements, mut streams) = (Vec::new(), Vec::new());
    for (path, bytes) in files {
        match Destination::of(path)? {
            Destination::File(target) => {
                replacements.push((*path, Replacement::new(target, bytes).map_err(named(path))?));
            }
            stream => streams.push((*path, stream, *bytes)),
        }
    }
    match streams.into_iter().try_for_each(write_through) {
        Ok(()) => replace(&replacements),
        // who does not want to read the one may still want the other
        Err(Error::Closed) => replace(&replacements).and(Err(Error::Closed)),
        lost => lost,
    }
}

/// Writes to a device, to a pipe, which waits for its reader, or to standard output.
fn write_through((path, destination, bytes): (&Path, Destination, &[u8])) -> Result<(), Error> {
    match destination {
        Destination::Standard => standard::print(bytes),
        Destination::File(through) | Destination::Stream(through) => {
            let opened = OpenOptions::new().write(true).open(through);
            opened.and_then(|mut opened| opened.write_all(bytes)).map_err(named(path))
        }
    }
}

/// Returns a function that adds the path to an error.
fn named(path: &Path) -> impl Fn(io::Error) -> Error {
    |source| Error::io(path, source)
}

/// A file and what will replace it.
struct Replacement {
    target: PathBuf,
    new: Staged,
    /// A copy of what stands there now, to put back.
    old: Option<Staged>,
}

impl Replacement {
    fn new(target: PathBuf, bytes: &[u8]) -> io::Result<Replacement> {
        leftover::sweep(folder(&target));
        let staged = || Staged::new(folder(&target))?.like(&target);
        let new = staged()?.write(bytes)?;
        let old = if target.exists() { Some(staged()?.write(&fs::read(&target)?)?) } else { None };
        Ok(Replacement { target, new, old })
    }

    fn placement(&self) -> Placement {
        let Replacement { target, new, old } = self;
        Placement { new: new.path(), old: old.as_ref().map(Staged::path), target: target.clone() }
    }
}

/// Gives all files their names, or none.
fn replace(replacements: &[(&Path, Replacement)]) -> Result<(), Error> {
    let all: Vec<Placement> = replacements.iter().map(|(_, replacement)| replacement.placement()).collect();
    let staged = replacements.iter().flat_map(|(_, Replacement { new, old, .. })| [Some(new), old.as_ref()]);
    let open: Vec<&File> = staged.flatten().map(Staged::file).collect();
    // a single new name is one call of the system
    let needs_helper = all.len() > 1 || all.iter().any(|placement| placement.old.is_some());
    let helped = if needs_helper { helper::ask(&all, &open) } else { None };
    helped.unwrap_or_else(|| place(&all)).map_err(|(index, source)| Error::io(replacements[index].0, source))?;
    all.iter().for_each(|placement| keep_names(folder(&placement.target)));
    Ok(())
}

/// Waits until the names of a folder are on the disk, where the system can.
fn keep_names(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
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
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        write_all(&[(&good, b"1")]).unwrap();
        write_all(&[(&good, b"22")]).unwrap();
        assert_eq!(fs::read(&good).unwrap(), b"22");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn files_before_one_that_cannot_be_named_are_put_back() {
        let folder = tempfile::tempdir().unwrap();
        let [old, new, last] = ["old", "new", "last"].map(|name| folder.path().join(name));
        fs::write(&old, "before").unwrap();
        let replacement = |path: &Path| Replacement::new(path.to_owned(), b"after").unwrap();
        let all = [&old, &new, &last].map(|path| (path.as_path(), replacement(path)));
        fs::create_dir(&last).unwrap();
        assert!(replace(&all).unwrap_err().to_string().contains("last"));
        assert_eq!(fs::read(&old).unwrap(), b"before");
        assert!(!new.exists());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_is_replaced_keeps_its_permissions() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("private");
        fs::write(&path, "1").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        write_all(&[(&path, b"2")]).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }
}
