//! The C files: all those in the folders here, and those that each calls.

use include_dir::{Dir, include_dir};
use std::sync::LazyLock;

/// The folder of this module.
static FOLDER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/export/c");

/// Headers that a compiler needs to read a file alone, and an export does not.
const ALONE: [&str; 3] = ["core/config", "core/example.h", "core/functions.h"];

/// All files that may stand in an export.
pub static FILES: LazyLock<Vec<File>> = LazyLock::new(|| {
    let files = FOLDER.dirs().flat_map(Dir::files).filter_map(|file| {
        let (path, text) = (file.path().to_str()?, file.contents_utf8()?);
        Some(File { path, text, calls: calls(text) })
    });
    files.filter(|file| !ALONE.iter().any(|alone| file.path.starts_with(alone))).collect()
});

/// A C file, written into an export as it stands but for its lines about other files.
#[derive(Debug)]
pub struct File {
    /// Its path from the folder of this module.
    pub path: &'static str,
    /// Its text.
    text: &'static str,
    /// The files that it calls, without the number format in their names.
    pub calls: Vec<&'static str>,
}

/// The files that a text names in its line `/* Calls a, b. */`.
fn calls(text: &'static str) -> Vec<&'static str> {
    let line = text.lines().find_map(|line| line.strip_prefix(CALLS)?.strip_suffix(". */"));
    line.map(|names| names.split(", ").collect()).unwrap_or_default()
}

/// The begin of the line that names the files that a file calls.
const CALLS: &str = "/* Calls ";

impl File {
    /// The file for a number format: the first of `name` with one of the `families` at its end, or
    /// else `name` alone; none where the format needs no such file.
    pub fn of(name: &str, families: &[&str]) -> Option<&'static File> {
        let paths = families.iter().map(|family| format!("{name}_{family}.c")).chain([format!("{name}.c")]);
        paths.into_iter().find_map(|path| File::at(&path))
    }

    /// The file at a path.
    pub fn at(path: &str) -> Option<&'static File> {
        FILES.iter().find(|file| file.path == path)
    }

    /// What stands in an export: its path, and its text without its lines about other files.
    pub fn pasted(&self) -> String {
        let text: String =
            self.text.lines().filter(|line| !is_of_files(line)).map(|line| format!("{line}\n")).collect();
        format!("/* {} */\n{}\n", self.path, text.trim_start_matches('\n'))
    }
}

/// Returns true for a line that includes another file or names those that are called.
fn is_of_files(line: &str) -> bool {
    line.starts_with("#include \"") || line.starts_with(CALLS)
}

#[cfg(test)]
mod tests {
    use super::super::ctypes::CTypes;
    use super::super::kinds::Loop;
    use super::*;
    use kernelet::Contract;
    use kernelet::block::Kind;

    fn formats() -> impl Iterator<Item = CTypes> {
        Contract::ALL.iter().filter_map(|&contract| CTypes::of(contract))
    }

    #[test]
    fn a_file_names_what_it_calls() {
        let add = File::at("add/add_q3.c").expect("a file");
        assert_eq!(add.calls, ["avr/add", "core/nibble"]);
        assert!(!add.pasted().contains("Calls") && !add.pasted().contains("#include \""));
        assert!(File::at("core/functions.h").is_none());
    }

    #[test]
    fn every_call_is_of_a_file_that_some_format_has() {
        for name in FILES.iter().flat_map(|file| &file.calls) {
            assert!(formats().any(|types| File::of(name, types.families).is_some()), "{name}");
        }
    }

    #[test]
    fn every_kind_has_its_function_in_every_format() {
        for (types, &kind) in formats().flat_map(|types| Kind::ALL.iter().map(move |kind| (types, kind))) {
            let Loop { folder, name, .. } = Loop::of(kind);
            assert!(File::of(&format!("{folder}/{name}"), types.families).is_some(), "{kind:?} {:?}", types.families);
        }
    }

    #[test]
    fn the_own_file_of_a_format_goes_before_those_that_it_shares() {
        let path = |name, families: &[&str]| File::of(name, families).map(|file| file.path);
        assert_eq!(path("feature/angle", &["q15", "wide", "fixed"]), Some("feature/angle_q15.c"));
        assert_eq!(path("feature/angle", &["q3", "narrow", "fixed"]), Some("feature/angle_fixed.c"));
        assert_eq!(path("core/sign", &["f32"]), Some("core/sign.c"));
        assert_eq!(path("core/nibble", &["f32"]), None);
    }
}
