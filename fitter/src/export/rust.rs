//! A Rust module that holds a model, and its type with every size known to the compiler.

use crate::pack::Sheet;
use crate::pack::anatomy::Anatomy;
use kernelet::Contract;
use kernelet::kind::Kind;
use std::fmt::Write;

/// Bytes of a model in a line.
const LINE: usize = 24;

/// `NAME.rs`, to be used as `mod NAME;`.
pub fn module(model: &[u8], anatomy: &Anatomy<'_>, sheet: Option<&Sheet>) -> String {
    let header = &anatomy.header;
    let mut text = format!(
        "//! Made by kernelet {}: a packed model, and its type for the crate `kernelet`{}.\n#![allow(dead_code)]\n\n\
         /// Inputs.\npub const INPUTS: usize = {};\n/// Scores.\npub const OUTPUTS: usize = {};\n\
         /// Features.\npub const FEATURES: usize = {};\n/// Words of scratch that rows made from a seed need.\npub const SCRATCH: usize = {};\n",
        env!("CARGO_PKG_VERSION"),
        needs(anatomy),
        header.inputs,
        header.outputs,
        anatomy.features(),
        anatomy.scratch,
    );
    text += &format!(
        "\n/// The number format.\npub type Number = kernelet::{};\n\n\
         /// The model's type: every size is known to the compiler.\n\
         pub type Model = kernelet::Model<'static, Number, INPUTS, OUTPUTS, SCRATCH>;\n\n",
        number(anatomy.contract)
    );
    text += &sheet.map(names).unwrap_or_default();
    text += "/// The packed model.\npub const PACKED: &[u8] = &ALIGNED.0;\n\n\
        /// The model, its checksum, format and shape checked while this is compiled.\n///\n/// # Errors\n\
        /// As [`kernelet::Model::view`], where a section is wrong that the compiler does not look at.\n\
        pub fn model() -> Result<Model, kernelet::ViewError> {\n    kernelet::include::view(Bytes)\n}\n\n\
        struct Bytes;\n\nimpl kernelet::include::Included for Bytes {\n    const BYTES: &'static [u8] = PACKED;\n}\n\n\
        #[rustfmt::skip]\nconst ALIGNED: &kernelet::include::Aligned<[u8]> = &kernelet::include::Aligned([\n";
    for line in model.chunks(LINE) {
        text.push_str("   ");
        line.iter().for_each(|byte| write!(text, " 0x{byte:02x},").expect("text grows"));
        text.push('\n');
    }
    text + "]);\n"
}

/// The crate's features that the model needs.
fn needs(anatomy: &Anatomy<'_>) -> String {
    let cosine = match anatomy.contract {
        Contract::F32Libm => Some("libm"),
        Contract::F32Micromath => Some("micromath"),
        _ => None,
    };
    let mut kinds: Vec<&str> = anatomy.blocks.iter().filter_map(|block| Kind::feature(block.kind)).collect();
    kinds.extend((!anatomy.logarithms.is_empty()).then_some("logarithms"));
    kinds.extend(anatomy.calibration.map(|_| "probability"));
    kinds.extend(anatomy.corners.map(|_| "novelty"));
    kinds.extend((!anatomy.checkpoints.is_empty()).then_some("early"));
    kinds.sort_unstable();
    kinds.dedup();
    let features: Vec<String> = cosine.into_iter().chain(kinds).map(|name| format!("`{name}`")).collect();
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

/// The runtime's name of a format.
fn number(contract: Contract) -> &'static str {
    match contract {
        Contract::F32 => "F32",
        Contract::F32Libm => "F32<kernelet::Libm>",
        Contract::F32Micromath => "F32<kernelet::Micromath>",
        Contract::Q15 => "Q15",
        Contract::Q7 => "Q7",
        Contract::Q7Wide => "Q7Wide",
        Contract::Q3 => "Q3",
    }
}
