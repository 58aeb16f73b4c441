//! The contract between a file's format and the rows that the rest of the house reads.

use super::value::Value;
use crate::error::Place;
use std::fmt::Debug;

/// What is wrong in a file, and where; whoever knows the path adds it.
pub type Flaw = Box<Place>;

/// The content of a file, as named columns and passes over its rows.
pub trait Source: Debug + Send + Sync {
    /// The names of the columns, in order.
    fn names(&self) -> &[String];

    /// Starts a pass over the rows, from the first.
    ///
    /// # Errors
    /// A flaw where the file is damaged.
    fn records(&self) -> Result<Box<dyn Records + '_>, Flaw>;

    /// Returns why the values of a column are not read, if they are not.
    fn refusal(&self, _column: usize) -> Option<&str> {
        None
    }

    /// The names of columns behind the others, which are there for who asks for them.
    fn unlisted(&self) -> &[&str] {
        &[]
    }

    /// Returns the position of a column of other files, which holds the same value in every row of
    /// this one.
    fn implied(&self, _name: &str) -> Option<usize> {
        None
    }

    /// Returns true if the names stand in a first line that could also be a row of data.
    fn has_first_line(&self) -> bool {
        false
    }
}

/// A pass over rows.
pub trait Records {
    /// Moves to the next row, and returns false behind the last.
    ///
    /// # Errors
    /// A flaw where the row is damaged.
    fn advance(&mut self) -> Result<bool, Flaw>;

    /// Returns a value of the row.
    fn value(&self, column: usize) -> Value<'_>;

    /// Returns the line of the row in a text, counted from 1.
    fn line(&self) -> Option<u64> {
        None
    }
}

/// Creates a flaw of the file as a whole.
pub fn flaw(what: impl Into<String>) -> Flaw {
    Box::new(Place { what: what.into(), ..Place::default() })
}

/// Creates a flaw of a line of a text.
pub fn flaw_in_line(line: u64, what: impl Into<String>) -> Flaw {
    Box::new(Place { line: Some(line), what: what.into(), ..Place::default() })
}
