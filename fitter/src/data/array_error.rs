//! Errors about rows in memory.

use crate::error::{Error, Place};

/// The name that stands for the path in messages.
const ARRAYS: &str = "the arrays";

/// Returns the place of a cell; rows are counted from 0 here, and from 1 in messages.
pub(super) fn at(column: &str, row: usize, value: &str) -> Place {
    let (column, value) = (Some(column.to_owned()), Some(value.to_owned()));
    Place { path: ARRAYS.into(), row: Some(row as u64 + 1), column, value, ..Place::default() }
}

/// Returns an error about a column, or about all of them.
pub(super) fn wrong(column: Option<&str>, what: impl Into<String>) -> Error {
    Place { path: ARRAYS.into(), column: column.map(str::to_owned), ..Place::default() }.error(what)
}
