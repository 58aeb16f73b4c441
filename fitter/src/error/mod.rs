//! Errors, with the exit code of each kind, and how messages write numbers and texts.

pub mod text;

use std::fmt;
use std::path::{Path, PathBuf};
use text::shortened;

/// The result of an operation that can fail with an [`Error`].
pub type Result<T> = std::result::Result<T, Error>;

/// An error of the command or the library, with what a person needs to fix it.
#[derive(Debug)]
pub enum Error {
    /// A data file is invalid.
    Data(Box<Place>),
    /// A model file is invalid.
    Model {
        /// The file.
        path: PathBuf,
        /// The reason.
        what: String,
    },
    /// The options are invalid or contradict each other.
    Usage(String),
    /// The budget cannot be met; the message says by how much.
    Budget(String),
    /// The machine cannot do what it is asked to.
    Machine(String),
    /// A person ended the command.
    Interrupted(String),
    /// The operating system failed to read or write a file.
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The reader of standard output has gone away, which is no failure: there is nothing to say.
    Closed,
}

/// A place in a data file, as far as it is known, and what is wrong there.
#[derive(Debug, Default, Clone)]
pub struct Place {
    /// The file.
    pub path: PathBuf,
    /// The line of the file, counted from 1 with the header included.
    pub line: Option<u64>,
    /// The row of data, counted from 1 without the header and blank lines.
    pub row: Option<u64>,
    /// The name of the column.
    pub column: Option<String>,
    /// The text of the cell.
    pub value: Option<String>,
    /// The reason.
    pub what: String,
}

impl Error {
    /// Returns the exit code of the command: 1 for bad data, a bad model or a machine that fails, 2
    /// for usage, 3 for the budget, 130 after an interruption.
    pub fn exit_code(&self) -> u8 {
        match self {
            Error::Closed => 0,
            Error::Data(_) | Error::Model { .. } | Error::Io { .. } | Error::Machine(_) => 1,
            Error::Usage(_) => 2,
            Error::Budget(_) => 3,
            Error::Interrupted(_) => 130,
        }
    }

    /// Creates an error about a data file as a whole.
    pub fn data(path: &Path, what: impl Into<String>) -> Error {
        Error::Data(Box::new(Place { path: path.to_owned(), what: what.into(), ..Place::default() }))
    }

    /// Creates the error of a data file with nothing below its header.
    pub fn no_rows(path: &Path) -> Error {
        Error::data(path, "the file has a header, but no rows of data")
    }

    /// Creates an error about a model file.
    pub fn model(path: &Path, what: impl fmt::Display) -> Error {
        Error::Model { path: path.to_owned(), what: what.to_string() }
    }

    /// Creates an error of the operating system about a file.
    pub fn io(path: &Path, source: std::io::Error) -> Error {
        let missing = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists());
        let source = match missing {
            Some(folder) => std::io::Error::new(source.kind(), format!("there is no folder {}", folder.display())),
            None => source,
        };
        Error::Io { path: path.to_owned(), source }
    }
}

impl Place {
    /// Creates an error at this place.
    pub fn error(self, what: impl Into<String>) -> Error {
        Error::Data(Box::new(Place { what: what.into(), ..self }))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Data(place) => place.fmt(f),
            Error::Model { path, what } => write!(f, "{}: {what}", path.display()),
            Error::Usage(what) | Error::Budget(what) | Error::Machine(what) | Error::Interrupted(what) => {
                f.write_str(what)
            }
            Error::Io { path, source } => write!(f, "{}: {source}", path.display()),
            Error::Closed => f.write_str("the reader of standard output has gone away"),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        if let Some(row) = self.row {
            write!(f, " (row {row})")?;
        }
        if let Some(column) = &self.column {
            write!(f, ", column {:?}", shortened(column))?;
        }
        if let Some(value) = &self.value {
            write!(f, ", value {:?}", shortened(value))?;
        }
        write!(f, ": {}", self.what)
    }
}

impl std::error::Error for Error {}
