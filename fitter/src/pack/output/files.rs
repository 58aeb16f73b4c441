//! The files of a command.

use super::destination::Destination;
use super::identity::Identity;
use super::staged::Staged;
use super::standard;
use crate::error::{Error, Result};
use std::io;
use std::path::{Path, PathBuf};

/// The files that a command reads and writes, each with what it is to the command.
///
/// ```
/// use kernelet_fit::pack::output::Files;
/// # std::env::set_current_dir(env!("CARGO_MANIFEST_DIR"))?;
/// let files = Files::default().reads("the data", "README.md").writes("--out", "./README.md");
/// let error = files.check().unwrap_err();
/// assert_eq!(error.to_string(), "--out: ./README.md is the data too; name another file");
/// # Ok::<_, std::io::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Files {
    read: Vec<Role>,
    written: Vec<Role>,
    made: Vec<PathBuf>,
    prints: bool,
}

/// A file and what it is to the command.
#[derive(Debug)]
struct Role {
    what: String,
    path: PathBuf,
}

impl Files {
    /// Adds a file that is read; `-` is standard input.
    pub fn reads(mut self, what: &str, path: impl AsRef<Path>) -> Files {
        self.read.push(Role { what: what.to_owned(), path: path.as_ref().to_owned() });
        self
    }

    /// Adds a file that is written; `-` is standard output.
    pub fn writes(mut self, what: &str, path: impl AsRef<Path>) -> Files {
        self.written.push(Role { what: what.to_owned(), path: path.as_ref().to_owned() });
        self
    }

    /// Adds a folder that is made where it is missing.
    pub fn makes(mut self, folder: impl AsRef<Path>) -> Files {
        self.made.push(folder.as_ref().to_owned());
        self
    }

    /// Adds standard output, which then may be neither an input nor another output.
    pub fn prints(self) -> Files {
        Files { prints: true, ..self }
    }

    /// Checks that no output is an input or another output, that all can be written, and that one
    /// input alone is standard input. Nothing is read, and nothing is left behind.
    ///
    /// # Errors
    /// [`Error::Usage`] for a file with two roles, and [`Error::Io`] for one that cannot be
    /// written.
    pub fn check(&self) -> Result<()> {
        let mut standard = self.read.iter().filter(|role| role.is_standard_input());
        if let (Some(first), Some(second)) = (standard.next(), standard.next()) {
            let what = format!("{}: standard input can be read once, and is {} already", second.what, first.what);
            return Err(Error::Usage(what));
        }
        let mut taken = Taken(self.read.iter().filter_map(Role::input).collect());
        if self.prints {
            taken.add("standard output", "standard output", standard::output())?;
        }
        for Role { what, path } in &self.written {
            let destination = Destination::of(path)?;
            taken.add(what, &format!("{what}: {}", path.display()), destination.identity())?;
            destination.check().map_err(|source| Error::io(path, source))?;
        }
        self.made.iter().try_for_each(|folder| can_make(folder).map_err(|source| Error::io(folder, source)))
    }
}

/// Checks that a folder is there or can be made: the nearest that exists takes files.
fn can_make(folder: &Path) -> io::Result<()> {
    let nearest = folder.ancestors().find(|folder| folder.exists());
    Staged::new(nearest.unwrap_or(Path::new("."))).map(drop)
}

impl Role {
    fn is_standard_input(&self) -> bool {
        self.path == Path::new(standard::NAME)
    }

    fn input(&self) -> Option<(&str, Identity)> {
        let identity = if self.is_standard_input() { standard::input() } else { Identity::of(&self.path) };
        Some((&self.what, identity?))
    }
}

/// The files that have a role already.
struct Taken<'a>(Vec<(&'a str, Identity)>);

impl<'a> Taken<'a> {
    /// Adds an output, if it has an identity that could be taken.
    fn add(&mut self, what: &'a str, name: &str, identity: Option<Identity>) -> Result<()> {
        let Some(identity) = identity else { return Ok(()) };
        if let Some((other, _)) = self.0.iter().find(|(_, other)| *other == identity) {
            return Err(Error::Usage(format!("{name} is {other} too; name another file")));
        }
        self.0.push((what, identity));
        Ok(())
    }
}
