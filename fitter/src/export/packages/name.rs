//! Names that a package cannot have.

use crate::error::Error;

/// Headers of the C library, which one of the same name would hide.
const HEADERS: [&str; 29] = [
    "assert",
    "complex",
    "ctype",
    "errno",
    "fenv",
    "float",
    "inttypes",
    "iso646",
    "limits",
    "locale",
    "math",
    "setjmp",
    "signal",
    "stdalign",
    "stdarg",
    "stdatomic",
    "stdbool",
    "stddef",
    "stdint",
    "stdio",
    "stdlib",
    "stdnoreturn",
    "string",
    "strings",
    "tgmath",
    "threads",
    "time",
    "uchar",
    "wchar",
];

/// Names that cargo refuses, the one of the runtime, and those of crates that every program has.
const CRATES: [&str; 7] = ["alloc", "core", "kernelet", "proc_macro", "self", "std", "test"];

/// Words that Rust keeps for itself.
const KEYWORDS: [&str; 48] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod",
    "move", "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "super", "trait", "true", "try",
    "type", "typeof", "unsafe", "use", "virtual", "where", "while",
];

/// Checks the name of a package in C.
///
/// # Errors
/// [`Error::Usage`] for the name of a header of the C library.
pub(super) fn check_c(name: &str) -> Result<(), Error> {
    match HEADERS.contains(&name.to_ascii_lowercase().as_str()) {
        true => Err(Error::Usage(format!("{name}.h is a header of the C library; pass another --name"))),
        false => Ok(()),
    }
}

/// Checks the name of a crate.
///
/// # Errors
/// [`Error::Usage`] for a keyword and for a name that is taken.
pub(super) fn check_crate(name: &str) -> Result<(), Error> {
    match KEYWORDS.contains(&name) || CRATES.contains(&name) {
        true => Err(Error::Usage(format!("a crate cannot have the name {name}; pass another --name"))),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_taken_are_refused() {
        assert!(check_c("String").is_err() && check_c("letter").is_ok());
        assert!(check_crate("kernelet").is_err() && check_crate("match").is_err() && check_crate("letter").is_ok());
    }
}
