//! A Rust module that holds a model, and its type with every size known to the compiler.

use super::rust_check;
use crate::pack::Sheet;
use kernelet::wire::{Sections, needed_features};
use std::fmt::Write;

/// The number of bytes of a model in a line.
const LINE: usize = 24;

/// The constant with the model's bytes, up to the bytes themselves, and the function that views it.
const LOADING: &str = "\
/// The packed model.
pub const PACKED: &[u8] = &ALIGNED.0;

/// The model, checked while this is compiled.
///
/// # Errors
/// None: those of [`kernelet::Model::view`] are errors of the build.
pub fn model() -> Result<Model, kernelet::ViewError> {
    kernelet::load::view(Bytes)
}

struct Bytes;

impl kernelet::load::Included for Bytes {
    const BYTES: &'static [u8] = PACKED;
}

#[rustfmt::skip]
const ALIGNED: &kernelet::load::Aligned<[u8]> = &kernelet::load::Aligned([
";

/// Returns the text of `NAME.rs`, to be used as `mod NAME;`.
pub fn module(model: &[u8], sections: &Sections<'_>, sheet: Option<&Sheet>) -> String {
    let names = sheet.map(names).unwrap_or_default();
    let prepare = sheet.map(|sheet| rust_check::prepare(sections, sheet)).unwrap_or_default();
    let readings = sheet.and_then(|sheet| sheet.series.as_ref()).map(rust_check::readings).unwrap_or_default();
    let self_test = rust_check::self_test(model, sections);
    let own = [
        title(model),
        sizes(sections),
        types(sections),
        learner(sections),
        stream(sections),
        names,
        readings,
        prepare,
        self_test,
    ];
    own.concat() + LOADING + &bytes(model)
}

/// Returns the doc of the module, with the features of the crate that the model needs.
fn title(model: &[u8]) -> String {
    let needed = needed_features(model).unwrap_or_default();
    let features: Vec<String> = needed.names().map(|name| format!("`{name}`")).collect();
    let needs = if features.is_empty() { String::new() } else { format!(" with {}", features.join(" and ")) };
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "//! Made by kernelet {version}: a packed model, and its type for the crate `kernelet`{needs}.\n\
         #![allow(dead_code)]\n\n"
    )
}

fn sizes(sections: &Sections<'_>) -> String {
    let sizes = [
        ("The number of inputs.", "INPUTS", sections.header.inputs.into()),
        ("The number of scores.", "OUTPUTS", sections.header.outputs.into()),
        ("The number of features.", "FEATURES", sections.features()),
        ("The words of scratch for rows that are made from a seed.", "SCRATCH", sections.scratch()),
    ];
    sizes.map(|(doc, name, size)| format!("/// {doc}\npub const {name}: usize = {size};\n")).concat()
}

fn types(sections: &Sections<'_>) -> String {
    format!(
        "\n/// The number format.\npub type Number = {};\n\n\
         /// The model's type: every size is known to the compiler.\n\
         pub type Model = kernelet::Model<'static, Number, INPUTS, OUTPUTS, SCRATCH>;\n\n",
        sections.contract.path()
    )
}

/// Returns the sizes of windows, and the type that takes a stream.
fn stream(sections: &Sections<'_>) -> String {
    let Some(window) = &sections.window else { return String::new() };
    let (channels, length) = (window.channels(), window.length);
    let (size, argument) = match sections.steady {
        Some(steady) => (
            format!(
                "/// The answers that the rule for steady ones looks at.\npub const STEADY: usize = {};\n",
                steady.answers
            ),
            ", STEADY",
        ),
        None => (String::new(), ""),
    };
    format!(
        "/// The number of channels.\npub const CHANNELS: usize = {channels};\n\
         /// The samples of a window.\npub const LENGTH: usize = {length};\n{size}\n\
         /// The model behind a window of the stream.\n\
         pub type Series = kernelet::Series<'static, Number, CHANNELS, LENGTH, INPUTS, OUTPUTS, SCRATCH{argument}>;\n\n\
         /// The model with an empty window.\n///\n/// # Errors\n/// None, as of [`model`].\n\
         pub fn series() -> Result<Series, kernelet::ViewError> {{\n    Series::of(model()?)\n}}\n\n"
    )
}

/// Returns the sizes and the type of a learner.
fn learner(sections: &Sections<'_>) -> String {
    let Some(learning) = &sections.learning else { return String::new() };
    let (weights, generated) = (learning.weights(), sections.scratch() > 0);
    format!(
        "/// The room for the features of a row.\npub const ROOM: usize = {};\n/// The number of learnt weights.\npub const WEIGHTS: usize = {weights};\n\
         /// The number of learnt scores.\npub const LEARNT: usize = {};\n\n\
         /// The model that learns, over `WEIGHTS` weights and `ROOM` features.\n\
         pub type Learner<'w> = kernelet::online::Learner<'static, 'w, Number, {generated}>;\n\n",
        learning.room(),
        learning.learnt
    )
}

/// Returns the names of inputs and classes.
fn names(sheet: &Sheet) -> String {
    let list = |doc: &str, name: &str, texts: &[String]| {
        let lines: String = texts.iter().map(|text| format!("    {text:?},\n")).collect();
        format!("/// {doc}\n#[rustfmt::skip]\npub static {name}: [&str; {}] = [\n{lines}];\n\n", texts.len())
    };
    let labels = sheet.schema.target.labels().map(|labels| list("The labels of the classes.", "LABELS", labels));
    list("The names of the inputs.", "INPUT_NAMES", &sheet.names) + &labels.unwrap_or_default()
}

/// Returns the model's bytes, and the end of their constant.
fn bytes(model: &[u8]) -> String {
    let mut text = String::new();
    for line in model.chunks(LINE) {
        text.push_str("   ");
        line.iter().for_each(|byte| write!(text, " 0x{byte:02x},").expect("text grows"));
        text.push('\n');
    }
    text + "]);\n"
}
