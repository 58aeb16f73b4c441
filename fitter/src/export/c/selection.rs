//! The files that a model needs, each behind those that it calls.

use super::ctypes::CTypes;
use super::files::File;
use super::kinds::Loop;
use kernelet::answer::steady::Rule;
use kernelet::block::{Form, Kind};
use kernelet::wire::Sections;
use kernelet::{Feature, Task};

/// The bytes of a row that vector instructions take at a time.
const EIGHT: usize = 8;
/// The features that they add to the scores at a time.
const SIXTEEN: u16 = 16;
/// The longest rows in bytes, of words of eight and of four bits: rows are written out as one
/// string, and a string of C99 has an end.
const LONGEST: [usize; 2] = [120, 40];

/// The files of a model, in the order in which they are pasted.
#[derive(Debug, Default)]
pub struct Selection {
    families: &'static [&'static str],
    /// Whether there is code for vector instructions.
    vectors: bool,
    headers: Vec<&'static File>,
    files: Vec<&'static File>,
    functions: String,
}

impl Selection {
    /// The files that a model needs.
    pub fn of(types: CTypes, sections: &Sections<'_>) -> Selection {
        let vectors = has_vectors(types, sections);
        let mut selection = Selection { families: types.families, vectors, ..Selection::default() };
        windows(sections).into_iter().for_each(|name| selection.call(name));
        preparations(sections).into_iter().for_each(|name| selection.call(name));
        Kind::ALL.iter().filter(|&&kind| has(sections, kind)).for_each(|&kind| selection.add(&Loop::of(kind)));
        answers(sections).into_iter().for_each(|name| selection.call(name));
        selection.headers = selection.needed_headers(sections);
        selection
    }

    /// The headers, as text.
    pub fn headers(&self) -> String {
        self.headers.iter().map(|file| file.pasted()).collect()
    }

    /// The functions, as text.
    pub fn functions(&self) -> String {
        self.functions.trim_end().to_owned() + "\n"
    }

    /// Returns true where there is code for vector instructions.
    pub fn has_vectors(&self) -> bool {
        self.vectors
    }

    /// Returns true where a file is among them.
    pub fn has(&self, path: &str) -> bool {
        self.files.iter().any(|file| file.path == path)
    }

    /// Takes a file of the number format, if it has one of this name, behind those that it calls.
    fn call(&mut self, name: &str) {
        let Some(file) = File::of(name, self.families) else { return };
        if !self.has(file.path) {
            self.calls(file);
            self.files.push(file);
            self.functions += &file.pasted();
        }
    }

    fn calls(&mut self, file: &'static File) {
        file.calls.iter().for_each(|name| self.call(name));
    }

    /// Takes the files of a kind of block; its templates stand between the macros that they are
    /// written with.
    fn add(&mut self, kind: &Loop) {
        self.call(&format!("{}/{}", kind.folder, kind.name));
        let names = kind.templates.iter().filter(|name| self.vectors || !name.starts_with("mve/"));
        let templates: Vec<_> = names.filter_map(|name| File::of(name, self.families)).collect();
        templates.iter().for_each(|file| self.calls(file));
        if !templates.is_empty() {
            self.functions += &between(&kind.macros(), &templates);
        }
        self.files.extend(templates);
    }

    /// The headers: flash and loops, the families of the number format from the widest on, and
    /// those of cores with loops of their own.
    fn needed_headers(&self, sections: &Sections<'_>) -> Vec<&'static File> {
        let families = self.families.iter().rev().map(|family| format!("core/{family}.h"));
        let common = ["core/flash.h", "core/loops.h"].map(str::to_owned).into_iter().chain(families);
        let avr = self.files.iter().any(|file| file.path.starts_with("avr/"));
        let (mve, dsp) = (self.vectors, self.has("dsp/dense_narrow.c"));
        let index = has(sections, Kind::Ferns) || has(sections, Kind::Patch);
        let dsp_words = format!("dsp/{}.h", self.families[0]);
        let rest = [
            (avr, "avr/core.h"),
            (mve, "mve/core.h"),
            (mve, "mve/instructions.h"),
            (dsp, "dsp/core.h"),
            (dsp, "dsp/instructions.h"),
            (dsp, &dsp_words),
            (index, "core/index.h"),
        ];
        let rest = rest.into_iter().filter(|(needed, _)| *needed).map(|(_, path)| path.to_owned());
        common.chain(rest).filter_map(|path| File::at(&path)).collect()
    }
}

/// Returns true where vector instructions have something to do: dense rows of whole eights that are
/// not too long, and sixteen of them in a block.
fn has_vectors(types: CTypes, sections: &Sections<'_>) -> bool {
    let inputs = usize::from(sections.header.inputs);
    let (bytes, longest) = match types.families[0] {
        "q7" => (inputs, LONGEST[0]),
        "q3" => (inputs.div_ceil(2), LONGEST[1]),
        _ => return false,
    };
    let dense = sections.blocks.iter().filter(|block| matches!(block.kind.form(), Form::Dense(_)));
    (EIGHT..=longest).contains(&bytes) && dense.map(|block| block.count).max() >= Some(SIXTEEN)
}

/// Files between the definitions of macros and their ends.
fn between(macros: &[(&str, String)], files: &[&File]) -> String {
    let definitions = macros.iter().map(|(name, value)| format!("#define {name} {value}\n"));
    let ends = macros.iter().map(|(name, _)| format!("#undef {name}\n"));
    definitions.chain(files.iter().map(|file| file.pasted())).chain(ends).collect::<String>() + "\n"
}

/// Returns true where a model has blocks of this kind.
fn has(sections: &Sections<'_>, kind: Kind) -> bool {
    sections.blocks.iter().any(|block| block.kind == kind)
}

/// The steps from a stream to readings.
fn windows(sections: &Sections<'_>) -> Vec<&'static str> {
    let Some(window) = sections.window else { return Vec::new() };
    let steps = [
        (true, "window/push"),
        (window.needs(Feature::Pairs), "window/pair"),
        (window.needs(Feature::Bands), "window/band"),
        (true, "window/inputs"),
    ];
    steps.into_iter().filter(|(needed, _)| *needed).map(|(_, name)| name).collect()
}

/// The steps from readings to what the features take.
fn preparations(sections: &Sections<'_>) -> Vec<&'static str> {
    let (guards, logarithms) = (!sections.guards.is_empty(), !sections.logarithms.is_empty());
    let steps = [(guards, "core/guard"), (logarithms, "core/logarithm"), (guards || logarithms, "core/prepare")];
    steps.into_iter().filter(|(needed, _)| *needed).map(|(_, name)| name).collect()
}

/// The functions that the model's user calls.
fn answers(sections: &Sections<'_>) -> Vec<&'static str> {
    let decision = match (sections.header.task, sections.header.outputs) {
        (Task::Classification, _) => "answer/class",
        (Task::Regression, _) if sections.values.is_some() => "answer/scaled_values",
        (Task::Regression, 1) => "answer/value",
        (Task::Regression, _) => "answer/values",
    };
    let (learns, is_class) = (sections.learning.is_some(), sections.header.task == Task::Classification);
    let rule = sections.steady.map(|steady| steady.rule);
    let answers = [
        (true, "answer/scores"),
        (true, decision),
        (!sections.checkpoints.is_empty(), "answer/early"),
        (sections.calibration.is_some(), "answer/probabilities"),
        (sections.targets.is_some(), "answer/novelty"),
        (sections.interval.is_some(), "answer/interval"),
        (rule == Some(Rule::Majority), "answer/majority"),
        (rule == Some(Rule::Hysteresis), "answer/hysteresis"),
        (learns && is_class, "learn/learn"),
        (learns && !is_class, "learn/learn_values"),
        (learns, "learn/limit"),
        (learns, "learn/record"),
    ];
    answers.into_iter().filter(|(needed, _)| *needed).map(|(_, name)| name).collect()
}
