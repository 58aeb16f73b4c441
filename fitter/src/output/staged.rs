//! A file that is written before it takes its name.

use super::leftover;
use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A file beside the one that it will replace.
pub(super) enum Staged {
    /// A file without a name, which the system drops if it never gets one.
    Unnamed(File, PathBuf),
    /// A file with a hidden name, where the system or the disk has no others.
    Named(NamedTempFile),
}

impl Staged {
    /// Creates a file in a folder.
    pub(super) fn new(folder: &Path) -> io::Result<Staged> {
        match unnamed::create(folder)? {
            Some(file) => Ok(Staged::Unnamed(file, folder.to_owned())),
            None => Staged::named(folder),
        }
    }

    fn named(folder: &Path) -> io::Result<Staged> {
        let file = leftover::builder().permissions(readable()).tempfile_in(folder);
        let file = file.map_err(|error| io::Error::from(error.kind()))?; // its words name the hidden file
        leftover::claim(file.as_file());
        Ok(Staged::Named(file))
    }

    /// Writes all bytes of the file, and waits until they are on the disk.
    pub(super) fn write(mut self, bytes: &[u8]) -> io::Result<Staged> {
        self.file().write_all(bytes)?;
        self.file().sync_all()?;
        Ok(self)
    }

    /// Takes over the permissions of a file that it will replace.
    pub(super) fn like(mut self, replaced: &Path) -> io::Result<Staged> {
        if let Ok(found) = fs::metadata(replaced) {
            self.file().set_permissions(found.permissions())?;
        }
        Ok(self)
    }

    /// Gives the file its name, of a file that exists or not.
    pub(super) fn place(self, target: &Path) -> io::Result<()> {
        match self {
            Staged::Unnamed(file, folder) => unnamed::place(&file, &folder, target),
            Staged::Named(file) => file.persist(target).map(drop).map_err(|failed| failed.error),
        }
    }

    fn file(&mut self) -> &mut File {
        match self {
            Staged::Unnamed(file, _) => file,
            Staged::Named(file) => file.as_file_mut(),
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

#[cfg(target_os = "linux")]
mod unnamed {
    use super::leftover;
    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, openat};
    use rustix::io::Errno;
    use std::fs::File;
    use std::io::{self, ErrorKind};
    use std::os::fd::AsRawFd;
    use std::path::Path;

    /// Creates a file without a name; `None` where the disk has none, or no way to name one later.
    pub(super) fn create(folder: &Path) -> io::Result<Option<File>> {
        let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
        match openat(CWD, folder, flags, Mode::from_raw_mode(0o666)).map(File::from) {
            Ok(file) => Ok(Path::new(&handle(&file)).exists().then_some(file)),
            Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::INVAL) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Names the file. The system gives no name twice, so what replaces a file takes a hidden one
    /// first.
    pub(super) fn place(file: &File, folder: &Path, target: &Path) -> io::Result<()> {
        match link(file, target) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                leftover::claim(file);
                let hidden = leftover::builder().make_in(folder, |hidden| link(file, hidden))?;
                hidden.persist(target).map_err(|failed| failed.error)
            }
            done => done,
        }
    }

    fn link(file: &File, name: &Path) -> io::Result<()> {
        Ok(linkat(CWD, handle(file), CWD, name, AtFlags::SYMLINK_FOLLOW)?)
    }

    /// The path by which a process finds its own open file.
    fn handle(file: &File) -> String {
        format!("/proc/self/fd/{}", file.as_raw_fd())
    }
}

#[cfg(not(target_os = "linux"))]
mod unnamed {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    pub(super) fn create(_folder: &Path) -> io::Result<Option<File>> {
        Ok(None)
    }

    pub(super) fn place(_file: &File, _folder: &Path, _target: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
