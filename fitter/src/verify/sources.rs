//! The sources that firmware is built from: the runtime and the firmware of `examples/device`, as
//! the command carries them.

use crate::error::Error;
use include_dir::{Dir, include_dir};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::{env, io};
use xxhash_rust::xxh3::Xxh3;

/// Folders, with the places that they have in the project.
static FOLDERS: [(&str, Dir<'_>); 5] = [
    ("runtime/src", include_dir!("$CARGO_MANIFEST_DIR/../runtime/src")),
    ("runtime/dsp/src", include_dir!("$CARGO_MANIFEST_DIR/../runtime/dsp/src")),
    ("examples/device/src", include_dir!("$CARGO_MANIFEST_DIR/../examples/device/src")),
    ("examples/device/boards", include_dir!("$CARGO_MANIFEST_DIR/../examples/device/boards")),
    ("examples/device/c", include_dir!("$CARGO_MANIFEST_DIR/../examples/device/c")),
];

/// Single files, likewise.
static FILES: [(&str, &str); 7] = [
    ("runtime/Cargo.toml", include_str!("../../../runtime/Cargo.toml")),
    ("runtime/README.md", include_str!("../../../runtime/README.md")),
    ("runtime/dsp/Cargo.toml", include_str!("../../../runtime/dsp/Cargo.toml")),
    ("runtime/dsp/build.rs", include_str!("../../../runtime/dsp/build.rs")),
    ("examples/device/Cargo.toml", include_str!("../../../examples/device/Cargo.toml")),
    ("examples/device/Cargo.lock", include_str!("../../../examples/device/Cargo.lock")),
    ("examples/device/build.rs", include_str!("../../../examples/device/build.rs")),
];

/// The manifest of a project that has the runtime alone; a test compares it with the whole one.
const WORKSPACE: &str = r#"[workspace]
members = ["runtime", "runtime/dsp"]
exclude = ["examples/device"]
resolver = "3"

[workspace.package]
version = "0.1.0"
edition = "2024"
rust-version = "1.89"
license = "MIT OR Apache-2.0"
authors = ["The Kernelet developers"]
repository = "https://github.com/kernelet/kernelet"

[workspace.dependencies]
kernelet = { path = "runtime", version = "0.1.0" }
kernelet-dsp = { path = "runtime/dsp", version = "0.1.0" }
serde = { version = "1", default-features = false, features = ["derive"] }

[workspace.lints.rust]
unsafe_code = "forbid"
missing_docs = "deny"
"#;

/// Where the sources lie, and where firmware is built.
#[derive(Clone, Debug)]
pub struct Sources {
    /// The project.
    pub project: PathBuf,
    /// What builds leave for the next ones.
    pub target: PathBuf,
}

impl Sources {
    /// Unpacks the sources into a folder, or the user's cache, unless they are there.
    ///
    /// # Errors
    /// [`Error::Io`], naming the file, and [`Error::Machine`] where the user has no cache.
    pub fn unpack(folder: Option<&Path>) -> Result<Sources, Error> {
        let folder = folder.map(Path::to_owned).or_else(cache).ok_or_else(|| {
            Error::Machine("there is no folder to build firmware in: name one with --target-dir".to_owned())
        })?;
        // cargo runs in another folder
        let folder = std::path::absolute(&folder).map_err(|source| Error::io(&folder, source))?;
        let files = files();
        let project = folder.join(format!("sources-{:016x}", digest(&files)));
        let done = project.join("unpacked");
        if !done.exists() {
            files.iter().try_for_each(|(path, text)| write(&project.join(path), text))?;
            write(&done, b"")?;
        }
        Ok(Sources { project, target: folder.join("target") })
    }

    /// The firmware.
    pub fn firmware(&self) -> PathBuf {
        self.project.join("examples/device")
    }

    /// A C file of it.
    pub fn c(&self, name: &str) -> PathBuf {
        self.firmware().join("c").join(name)
    }

    /// Waits until no other command builds here; what it returns is held while building.
    ///
    /// # Errors
    /// [`Error::Io`], naming the file.
    pub fn lock(&self) -> Result<File, Error> {
        let path = self.target.join("lock");
        let locked = fs::create_dir_all(&self.target).and_then(|()| File::create(&path));
        let locked = locked.and_then(|file| file.lock().map(|()| file));
        locked.map_err(|source| Error::io(&path, source))
    }
}

/// Returns all files with their places.
fn files() -> Vec<(String, &'static [u8])> {
    let mut files: Vec<(String, &[u8])> =
        FILES.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes())).collect();
    files.push(("Cargo.toml".to_owned(), WORKSPACE.as_bytes()));
    FOLDERS.iter().for_each(|(place, folder)| add(&mut files, place, folder));
    files
}

fn add(files: &mut Vec<(String, &'static [u8])>, place: &str, folder: &'static Dir<'_>) {
    files.extend(folder.files().map(|file| (format!("{place}/{}", file.path().display()), file.contents())));
    folder.dirs().for_each(|inner| add(files, place, inner));
}

fn digest(files: &[(String, &[u8])]) -> u64 {
    let mut digest = Xxh3::new();
    for (path, text) in files {
        digest.update(path.as_bytes());
        digest.update(text);
    }
    digest.digest()
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let folder = path.parent().unwrap_or(path);
    let written: io::Result<()> = fs::create_dir_all(folder).and_then(|()| fs::write(path, bytes));
    written.map_err(|source| Error::io(path, source))
}

/// The folder that the user's programs keep what they can make again.
fn cache() -> Option<PathBuf> {
    let of = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let own = of("KERNELET_CACHE");
    let common = of("XDG_CACHE_HOME").or_else(|| of("LOCALAPPDATA"));
    let home = || of("HOME").map(|home| home.join(".cache"));
    own.or_else(|| common.or_else(home).map(|cache| cache.join("kernelet")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_workspace_is_that_of_the_project() {
        let whole = include_str!("../../../Cargo.toml");
        let lines = WORKSPACE.lines().filter(|line| !line.starts_with("members") && !line.starts_with("exclude"));
        lines.for_each(|line| assert!(whole.contains(line), "{line}"));
    }
}
