//! What can go wrong, and the exit code that each kind has.

use std::fmt;
use std::path::{Path, PathBuf};

/// What can fail gives this.
pub type Result<T> = std::result::Result<T, Error>;

/// A failure of the command or the library, with everything that a person needs to mend it.
#[derive(Debug)]
pub enum Error {
    /// Something wrong in a data file.
    Data(Box<Place>),
    /// A model file that cannot be used.
    Model {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// Options that do not go together.
    Usage(String),
    /// A budget that cannot be met, by how much.
    Budget(String),
    /// The operating system refused.
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

/// Where in a data file something is wrong, as far as it is known, and what.
#[derive(Debug, Default, Clone)]
pub struct Place {
    /// The file.
    pub path: PathBuf,
    /// The line of the file, counted from 1, the header included.
    pub line: Option<u64>,
    /// The row of data, counted from 1, the header and blank lines not included.
    pub row: Option<u64>,
    /// The column's name.
    pub column: Option<String>,
    /// The cell's text.
    pub value: Option<String>,
    /// What is wrong.
    pub what: String,
}

impl Error {
    /// The exit code of the command: 1 bad data or model, 2 usage, 3 over budget.
    pub fn exit_code(&self) -> u8 {
        match self {
            Error::Data(_) | Error::Model { .. } | Error::Io { .. } => 1,
            Error::Usage(_) => 2,
            Error::Budget(_) => 3,
        }
    }

    /// Something wrong with a data file as a whole.
    pub fn data(path: &Path, what: impl Into<String>) -> Error {
        Error::Data(Box::new(Place { path: path.to_owned(), what: what.into(), ..Place::default() }))
    }

    /// Something wrong with a model file.
    pub fn model(path: &Path, what: impl fmt::Display) -> Error {
        Error::Model { path: path.to_owned(), what: what.to_string() }
    }

    /// The operating system refused a file.
    pub fn io(path: &Path, source: std::io::Error) -> Error {
        Error::Io { path: path.to_owned(), source }
    }
}

impl Place {
    /// The failure at this place.
    pub fn error(self, what: impl Into<String>) -> Error {
        Error::Data(Box::new(Place { what: what.into(), ..self }))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Data(place) => place.fmt(f),
            Error::Model { path, what } => write!(f, "{}: {what}", path.display()),
            Error::Usage(what) | Error::Budget(what) => f.write_str(what),
            Error::Io { path, source } => write!(f, "{}: {source}", path.display()),
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
            write!(f, ", column {column:?}")?;
        }
        if let Some(value) = &self.value {
            write!(f, ", value {value:?}")?;
        }
        write!(f, ": {}", self.what)
    }
}

impl std::error::Error for Error {}
