//! The forms that a model is exported in.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use kernelet_fit::export::packages::Ecosystem;
use std::fmt;
use std::sync::LazyLock;

/// A form that a model is exported in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A module.
    Rust,
    /// A header and a source file.
    C,
    /// Golden vectors.
    Vectors,
    /// A graph.
    Onnx,
    /// A model card.
    Card,
    /// A folder that the tool of an ecosystem accepts.
    Package(Ecosystem),
}

/// All forms.
static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| {
    let packages = Ecosystem::value_variants().iter().map(|&ecosystem| Form::Package(ecosystem));
    [Form::Rust, Form::C, Form::Vectors, Form::Onnx, Form::Card].into_iter().chain(packages).collect()
});

impl ValueEnum for Form {
    fn value_variants<'a>() -> &'a [Form] {
        &FORMS
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = match self {
            Form::Rust => ("rust", "A Rust module with the model's bytes and its type"),
            Form::C => ("c", "A header and a source file in C99, with the runtime's arithmetic for this model"),
            Form::Vectors => ("vectors", "Golden vectors: raw readings and exact scores, as CSV"),
            Form::Onnx => ("onnx", "A graph of ONNX in `f32`, whose inputs are physical values"),
            Form::Card => ("card", "A model card, README.md: what the model takes, costs and does not promise"),
            Form::Package(ecosystem) => return ecosystem.to_possible_value(),
        };
        Some(PossibleValue::new(name).help(help))
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.to_possible_value().as_ref().map_or("", PossibleValue::get_name))
    }
}
