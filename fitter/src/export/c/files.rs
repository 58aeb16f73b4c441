//! The C files: one list of all, with those that each calls.

/// A C file, written into an export as it stands but for its `#include`s of other files.
#[derive(Debug)]
pub struct File {
    /// Its path from the folder of this module.
    pub path: &'static str,
    /// Its text.
    text: &'static str,
    /// The files that it calls, without the number format in their names.
    pub calls: &'static [&'static str],
}

/// The list of files: a path, and what it calls.
macro_rules! files {
    ($($path:literal: [$($call:literal),*];)*) => {
        &[$(File { path: $path, text: include_str!($path), calls: &[$($call),*] }),*]
    };
}

/// All files that may stand in an export.
pub const FILES: &[File] = files! {
    "core/flash.h": [];
    "core/loops.h": [];
    "core/fixed.h": [];
    "core/narrow.h": [];
    "core/wide.h": [];
    "core/i8.h": [];
    "core/q15.h": [];
    "core/q3.h": [];
    "core/f32.h": [];
    "core/index.h": [];
    "avr/core.h": [];
    "dsp/core.h": [];
    "dsp/instructions.h": [];
    "core/hidden.c": [];
    "core/sign.c": ["core/hidden"];
    "core/nonzero.c": ["core/sign"];
    "core/positive.c": ["core/sign"];
    "core/times.c": ["avr/times"];
    "core/nibble_q3.c": [];
    "core/guard_fixed.c": ["core/positive"];
    "core/guard_f32.c": [];
    "core/logarithm_fixed.c": ["core/sign"];
    "core/logarithm_f32.c": [];
    "core/prepare.c": [];
    "dot/dot_fixed.c": ["avr/dot"];
    "dot/dot_q3.c": ["avr/dot", "core/nibble"];
    "dot/dot_f32.c": [];
    "add/add_narrow.c": ["avr/add"];
    "add/add_wide.c": ["core/times"];
    "add/add_q3.c": ["avr/add", "core/nibble"];
    "add/add_f32.c": [];
    "add/leaf_narrow.c": [];
    "add/leaf_wide.c": [];
    "add/leaf_f32.c": [];
    "avr/times.c": [];
    "avr/dot_i8.c": [];
    "avr/dot_q15.c": [];
    "avr/dot_q3.c": ["avr/times", "core/nibble"];
    "avr/add_narrow.c": [];
    "avr/add_q3.c": [];
    "avr/angle.c": [];
    "dsp/pair.c": [];
    "dsp/dots.c": [];
    "dsp/add_four.c": [];
    "dsp/dense_q7.c": ["dsp/pair", "dsp/dots", "dsp/add_four"];
    "feature/angle_fixed.c": ["avr/angle"];
    "feature/angle_q15.c": [];
    "feature/angle_f32.c": [];
    "feature/scale_q3.c": [];
    "feature/cosine_fixed.c": ["feature/angle"];
    "feature/cosine_q3.c": ["feature/angle", "feature/scale"];
    "feature/cosine_f32.c": ["feature/angle"];
    "feature/offset_fixed.c": [];
    "feature/magnitude_fixed.c": ["core/positive"];
    "feature/step_fixed.c": ["feature/offset", "core/sign"];
    "feature/step_f32.c": [];
    "feature/relu_fixed.c": ["feature/offset", "feature/magnitude"];
    "feature/relu_f32.c": [];
    "feature/squared_relu_fixed.c": ["feature/offset", "feature/magnitude"];
    "feature/squared_relu_f32.c": [];
    "feature/linear_fixed.c": ["feature/offset", "feature/magnitude"];
    "feature/linear_f32.c": [];
    "row/dense.c": ["dot/dot", "add/add"];
    "row/mixed.c": [];
    "row/stream.c": ["row/mixed"];
    "row/random_word.c": ["row/mixed"];
    "row/flipped_fixed.c": [];
    "row/flipped_f32.c": [];
    "row/weighed_fixed.c": ["core/times"];
    "row/weighed_f32.c": [];
    "row/rotated_fixed.c": ["feature/angle", "feature/scale"];
    "row/rotated_f32.c": ["feature/angle"];
    "row/flip.c": ["row/random_word", "row/flipped"];
    "row/transform.c": [];
    "row/sorf.c": ["row/stream", "row/flip", "row/transform"];
    "row/fastfood.c": ["row/stream", "row/flip", "row/transform"];
    "row/structured.c": ["core/nibble", "row/weighed", "row/rotated", "add/add"];
    "row/candidate.c": ["row/stream", "row/random_word", "row/flipped"];
    "row/seeded.c": ["core/nibble", "row/weighed", "row/candidate", "row/rotated", "add/add"];
    "row/exceeds_fixed.c": ["core/sign"];
    "row/exceeds_f32.c": [];
    "row/ferns.c": ["row/exceeds", "add/leaf"];
    "answer/scores.c": [];
    "answer/above_narrow.c": ["core/sign"];
    "answer/above_wide.c": ["core/sign"];
    "answer/above_f32.c": [];
    "answer/class_of.c": ["answer/above"];
    "answer/class.c": ["answer/class_of"];
    "answer/value.c": [];
    "answer/values.c": [];
    "answer/leads_fixed.c": [];
    "answer/leads_f32.c": [];
    "answer/is_clear.c": ["answer/class_of", "answer/leads"];
    "answer/early.c": ["answer/is_clear"];
    "answer/units_narrow.c": ["core/nonzero"];
    "answer/units_wide.c": ["core/nonzero"];
    "answer/units_f32.c": [];
    "answer/power.c": ["core/sign"];
    "answer/reciprocal.c": ["core/sign"];
    "answer/softmax.c": ["answer/above", "answer/units", "answer/power", "answer/reciprocal"];
    "answer/probabilities.c": ["answer/softmax"];
    "answer/square.c": ["answer/above", "answer/units"];
    "answer/novelty.c": ["answer/class_of", "answer/square"];
};

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

    /// What stands in an export: its path, and its text without `#include`s of other files.
    pub fn pasted(&self) -> String {
        let text: String =
            self.text.lines().filter(|line| !line.starts_with("#include \"")).map(|line| format!("{line}\n")).collect();
        format!("/* {} */\n{}\n", self.path, text.trim_start_matches('\n'))
    }
}

#[cfg(test)]
mod tests {
    use super::super::ctypes::CTypes;
    use super::super::kinds::Loop;
    use super::*;
    use kernelet::Contract;
    use kernelet::block::Kind;
    use std::fs;
    use std::path::Path;

    const FOLDERS: [&str; 8] = ["core", "dot", "add", "feature", "row", "answer", "avr", "dsp"];

    /// Headers that a compiler needs to read a file alone, and an export does not.
    const ALONE: [&str; 3] = ["core/config", "core/example.h", "core/functions.h"];

    fn formats() -> impl Iterator<Item = CTypes> {
        Contract::ALL.iter().filter_map(|&contract| CTypes::of(contract))
    }

    #[test]
    fn every_file_of_the_folders_is_listed() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/export/c");
        let mut paths = FOLDERS.iter().flat_map(|folder| {
            let files = fs::read_dir(root.join(folder)).unwrap();
            files.map(move |file| format!("{folder}/{}", file.unwrap().file_name().to_str().unwrap()))
        });
        let unlisted =
            paths.find(|path| File::at(path).is_none() && !ALONE.iter().any(|alone| path.starts_with(alone)));
        assert_eq!(unlisted, None);
    }

    #[test]
    fn every_call_is_of_a_file_that_some_format_has() {
        for name in FILES.iter().flat_map(|file| file.calls) {
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
