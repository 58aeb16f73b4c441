//! Files without a name, and the path by which a process and those that it starts find them.

#[cfg(target_os = "linux")]
pub(super) use linux::{create, is_one, link, path};
#[cfg(not(target_os = "linux"))]
pub(super) use other::{create, is_one, link, path};

#[cfg(target_os = "linux")]
mod linux {
    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, openat};
    use rustix::io::Errno;
    use std::fs::File;
    use std::io;
    use std::os::fd::AsRawFd;
    use std::path::{Path, PathBuf};

    /// The folder of a process's own open files.
    const HANDLES: &str = "/proc/self/fd";

    /// Creates a file without a name; `None` where the disk has none, or no way to name one later.
    pub(crate) fn create(folder: &Path) -> io::Result<Option<File>> {
        let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
        match openat(CWD, folder, flags, Mode::from_raw_mode(0o666)).map(File::from) {
            Ok(file) => Ok(path(&file).exists().then_some(file)),
            Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::INVAL) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the path of an open file.
    pub(crate) fn path(file: &File) -> PathBuf {
        Path::new(HANDLES).join(file.as_raw_fd().to_string())
    }

    /// Returns true for such a path.
    pub(crate) fn is_one(path: &Path) -> bool {
        path.starts_with(HANDLES)
    }

    /// Gives a file a name that nothing has yet.
    pub(crate) fn link(handle: &Path, name: &Path) -> io::Result<()> {
        Ok(linkat(CWD, handle, CWD, name, AtFlags::SYMLINK_FOLLOW)?)
    }
}

#[cfg(not(target_os = "linux"))]
mod other {
    use std::fs::File;
    use std::io;
    use std::path::{Path, PathBuf};

    /// There are no files without a name.
    pub(crate) fn create(_folder: &Path) -> io::Result<Option<File>> {
        Ok(None)
    }

    /// No file has such a path.
    pub(crate) fn path(_file: &File) -> PathBuf {
        PathBuf::new()
    }

    /// No path is one.
    pub(crate) fn is_one(_path: &Path) -> bool {
        false
    }

    /// Fails.
    pub(crate) fn link(_handle: &Path, _name: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
