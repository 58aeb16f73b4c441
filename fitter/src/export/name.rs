//! The identifier that all names in generated source code start with.

use crate::error::Error;
use std::path::Path;

/// Headers of C libraries and frameworks, which one of the same name would hide, also from each
/// other, and names that Windows keeps for devices.
const HEADERS: [&str; 55] = [
    "alloca",
    "arduino",
    "assert",
    "autoconf",
    "aux",
    "byteswap",
    "complex",
    "con",
    "ctype",
    "endian",
    "errno",
    "esp_log",
    "features",
    "fenv",
    "float",
    "freertos",
    "ieeefp",
    "inttypes",
    "iso646",
    "limits",
    "locale",
    "malloc",
    "math",
    "memory",
    "newlib",
    "nul",
    "prn",
    "pthread",
    "reent",
    "regex",
    "sched",
    "sdkconfig",
    "search",
    "setjmp",
    "signal",
    "stdalign",
    "stdarg",
    "stdatomic",
    "stdbit",
    "stdbool",
    "stdckdint",
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
    "unistd",
    "wchar",
    "zephyr",
];

/// Words that Rust keeps for itself.
const KEYWORDS: [&str; 50] = [
    "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro",
    "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super",
    "trait", "true", "try", "type", "typeof", "unsafe", "use", "virtual", "where", "while",
];

/// Returns the name that a user gave, or one made from the model's file name: letters, digits and
/// `_`, the first a letter.
///
/// # Errors
/// [`Error::Usage`] where the given name is not an identifier, or the one of all models' macros.
pub fn identifier(given: Option<&str>, model: &Path) -> Result<String, Error> {
    match given {
        Some(name) if is_macro(name) => Err(Error::Usage(format!("--name {name}: exported C has macros of this name"))),
        Some(name) if is_identifier(name) => Ok(name.to_owned()),
        Some(name) => Err(Error::Usage(format!(
            "--name {name:?} is not an identifier: letters, digits and _, a letter first, no _ at the end and no two in a row"
        ))),
        None => Ok(made_from(&model.file_stem().unwrap_or_default().to_string_lossy())),
    }
}

/// Checks the name of a header.
///
/// # Errors
/// [`Error::Usage`] for the name of a header of a library, which it would hide, and of a device.
pub(super) fn check_header(name: &str) -> Result<(), Error> {
    match HEADERS.contains(&name.to_ascii_lowercase().as_str()) {
        true => Err(Error::Usage(format!(
            "{name}.h is a header of C libraries or frameworks, or a device; pass another --name"
        ))),
        false => Ok(()),
    }
}

/// Checks the name of a module.
///
/// # Errors
/// [`Error::Usage`] for a word that Rust keeps for itself.
pub fn check_module(name: &str) -> Result<(), Error> {
    match is_keyword(name) {
        true => {
            Err(Error::Usage(format!("{name} is a word of Rust, and no module has it as a name; pass another --name")))
        }
        false => Ok(()),
    }
}

/// Returns true for a word that Rust keeps for itself.
pub(super) fn is_keyword(name: &str) -> bool {
    KEYWORDS.contains(&name)
}

/// Returns true for an identifier; C and C++ reserve names with two underscores in a row, or one at
/// the start.
fn is_identifier(name: &str) -> bool {
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    plain && name.starts_with(|first: char| first.is_ascii_alphabetic()) && !name.contains("__") && !name.ends_with('_')
}

/// Returns true for the name that the macros of every exported source begin with.
fn is_macro(name: &str) -> bool {
    name.eq_ignore_ascii_case("klt")
}

fn made_from(stem: &str) -> String {
    let words = stem.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let name = words.collect::<Vec<_>>().join("_").to_ascii_lowercase();
    if is_identifier(&name) && !is_macro(&name) {
        name
    } else {
        format!("model_{name}").trim_end_matches('_').to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_become_identifiers() {
        let made = |path: &str| identifier(None, Path::new(path)).unwrap();
        assert_eq!(made("out/Letter-q7 (2).klt"), "letter_q7_2");
        assert_eq!(["7.klt", "__.klt", "é.klt", "_a__b.klt"].map(made), ["model_7", "model", "model", "a_b"]);
        assert_eq!(made("klt.klt"), "model_klt");
    }

    #[test]
    fn a_given_name_is_taken_as_it_is_or_refused() {
        let given = |name: &str| identifier(Some(name), Path::new("m.klt")).ok();
        assert_eq!(given("Motor2"), Some("Motor2".into()));
        assert_eq!(["", "2m", "_m", "a__b", "a_", "a-b", "é", "KLT"].map(given), [const { None }; 8]);
    }

    #[test]
    fn names_that_a_language_has_are_refused() {
        assert!(
            ["String", "features"].iter().all(|name| check_header(name).is_err()) && check_header("letter").is_ok()
        );
        assert!(["match", "Self"].iter().all(|name| check_module(name).is_err()) && check_module("letter").is_ok());
    }
}
