//! Names that a package cannot have.

use crate::error::Error;
use crate::export::name::is_keyword;

/// Names that cargo refuses, the one of the runtime, and those of crates that every program has.
const CRATES: [&str; 6] = ["alloc", "core", "kernelet", "proc_macro", "std", "test"];

/// Checks the name of a crate.
///
/// # Errors
/// [`Error::Usage`] for a keyword and for a name that is taken.
pub(super) fn check_crate(name: &str) -> Result<(), Error> {
    match is_keyword(name) || CRATES.contains(&name) {
        true => Err(Error::Usage(format!("a crate cannot have the name {name}; pass another --name"))),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_taken_are_refused() {
        assert!(check_crate("kernelet").is_err() && check_crate("match").is_err() && check_crate("letter").is_ok());
    }
}
