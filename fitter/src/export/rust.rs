//! A Rust module that holds a model, and its type with every size known to the compiler.

use crate::pack::Sheet;
use kernelet::wire::{Sections, needed_features};
use std::fmt::Write;

/// Bytes of a model in a line.
const LINE: usize = 24;

/// `NAME.rs`, to be used as `mod NAME;`.
pub fn module(model: &[u8], sections: &Sections<'_>, sheet: Option<&Sheet>) -> String {
    let header = &sections.header;
    let mut text = format!(
        "//! Made by kernelet {}: a packed model, and its type for the crate `kernelet`{}.\n#![allow(dead_code)]\n\n\
         /// Inputs.\npub const INPUTS: usize = {};\n/// Scores.\npub const OUTPUTS: usize = {};\n\
         /// Features.\npub const FEATURES: usize = {};\n/// Words of scratch that rows made from a seed need.\npub const SCRATCH: usize = {};\n",
        env!("CARGO_PKG_VERSION"),
        needs(model),
        header.inputs,
        header.outputs,
        sections.features(),
        sections.scratch(),
    );
    text += &format!(
        "\n/// The number format.\npub type Number = {};\n\n\
         /// The model's type: every size is known to the compiler.\n\
         pub type Model = kernelet::Model<'static, Number, INPUTS, OUTPUTS, SCRATCH>;\n\n",
        sections.contract.path()
    );
    text += &sheet.map(names).unwrap_or_default();
    text += "/// The packed model.\npub const PACKED: &[u8] = &ALIGNED.0;\n\n\
        /// The model, checked while this is compiled.\n///\n/// # Errors\n\
        /// None: those of [`kernelet::Model::view`] are errors of the build.\n\
        pub fn model() -> Result<Model, kernelet::ViewError> {\n    kernelet::load::view(Bytes)\n}\n\n\
        struct Bytes;\n\nimpl kernelet::load::Included for Bytes {\n    const BYTES: &'static [u8] = PACKED;\n}\n\n\
        #[rustfmt::skip]\nconst ALIGNED: &kernelet::load::Aligned<[u8]> = &kernelet::load::Aligned([\n";
    for line in model.chunks(LINE) {
        text.push_str("   ");
        line.iter().for_each(|byte| write!(text, " 0x{byte:02x},").expect("text grows"));
        text.push('\n');
    }
    text + "]);\n"
}

/// The features of the crate that the model needs.
fn needs(model: &[u8]) -> String {
    let needed = needed_features(model).unwrap_or_default();
    let features: Vec<String> = needed.names().map(|name| format!("`{name}`")).collect();
    if features.is_empty() { String::new() } else { format!(" with {}", features.join(" and ")) }
}

/// The names of inputs and classes.
fn names(sheet: &Sheet) -> String {
    let list = |doc: &str, name: &str, texts: &[String]| {
        let lines: String = texts.iter().map(|text| format!("    {text:?},\n")).collect();
        format!("/// {doc}\n#[rustfmt::skip]\npub static {name}: [&str; {}] = [\n{lines}];\n\n", texts.len())
    };
    let labels = sheet.schema.target.labels().map(|labels| list("The classes, by their index.", "LABELS", labels));
    list("What the inputs are, in order.", "INPUT_NAMES", &sheet.names) + &labels.unwrap_or_default()
}
