//! The identifier that everything in generated source begins with.

use crate::error::Error;
use std::path::Path;

/// The name that a user gave, or one made from the model's file name: letters, digits and `_`, the first a letter.
///
/// # Errors
/// [`Error::Usage`] where the given one is not an identifier.
pub fn identifier(given: Option<&str>, model: &Path) -> Result<String, Error> {
    match given {
        Some(name) if is_identifier(name) => Ok(name.to_owned()),
        Some(name) => Err(Error::Usage(format!(
            "--name {name:?} is not an identifier: letters, digits and _, a letter first, no _ at the end and no two in a row"
        ))),
        None => Ok(made_from(&model.file_stem().unwrap_or_default().to_string_lossy())),
    }
}

/// Names with two underscores in a row, or one at the start, are the compiler's in C and C++.
fn is_identifier(name: &str) -> bool {
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    plain && name.starts_with(|first: char| first.is_ascii_alphabetic()) && !name.contains("__") && !name.ends_with('_')
}

fn made_from(stem: &str) -> String {
    let words = stem.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let name = words.collect::<Vec<_>>().join("_").to_ascii_lowercase();
    if is_identifier(&name) { name } else { format!("model_{name}").trim_end_matches('_').to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_become_identifiers() {
        let made = |path: &str| identifier(None, Path::new(path)).unwrap();
        assert_eq!(made("out/Letter-q7 (2).klt"), "letter_q7_2");
        assert_eq!(["7.klt", "__.klt", "é.klt", "_a__b.klt"].map(made), ["model_7", "model", "model", "a_b"]);
    }

    #[test]
    fn a_given_name_is_taken_as_it_is_or_refused() {
        let given = |name: &str| identifier(Some(name), Path::new("m.klt")).ok();
        assert_eq!(given("Motor2"), Some("Motor2".into()));
        assert_eq!(["", "2m", "_m", "a__b", "a_", "a-b", "é"].map(given), [const { None }; 7]);
    }
}
