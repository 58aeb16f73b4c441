//! One header and one source file of C99 that answer as the runtime does, bit for bit.
//!
//! What the arithmetic is stands in `parts/`, one noun a file; here the parts that a model needs are put together with its
//! constants. The innermost loops stand there in C, in the instructions of AVR and, of `q7`, in those of cores with DSP extension.

mod cell;
mod dsp;
mod ferns;
mod note;
mod parts;
mod words;

use self::cell::{Cell, float};
use self::ferns::Ferns;
use self::words::Words;
use crate::error::Error;
use crate::pack::Sheet;
use crate::pack::sections::biases;
use kernelet::block::Kind;
use kernelet::block::fern;
use kernelet::wire::{self, BlockSections, Projection, Sections};
use kernelet::{Contract, Task};
use std::path::Path;

/// A model to be written as C.
pub struct Source<'a> {
    name: &'a str,
    sections: &'a Sections<'a>,
    words: Words,
}

impl<'a> Source<'a> {
    /// Everything in it begins with `name`.
    ///
    /// # Errors
    /// [`Error::Model`], naming `path`, where C cannot have the same bits: with the cosines of Rust's `libm` and `micromath`, and
    /// with numbers that are not finite.
    pub fn new(path: &Path, name: &'a str, sections: &'a Sections<'a>) -> Result<Self, Error> {
        let Some(words) = Words::of(sections.contract) else {
            let number = match sections.contract {
                Contract::F32Libm => "libm",
                _ => "micromath",
            };
            return Err(Error::model(path, format!("its cosine is that of Rust's {number}, which C does not have")));
        };
        let source = Source { name, sections, words };
        match source.definitions().contains("inff") || source.definitions().contains("NaNf") {
            true => Err(Error::model(path, "it holds numbers that are not finite, which C cannot write")),
            false => Ok(source),
        }
    }

    /// `NAME.h`: sizes, what goes in and comes out, and the functions.
    pub fn header(&self, sheet: Option<&Sheet>) -> String {
        let Source { name, sections, words } = self;
        let upper = name.to_ascii_uppercase();
        let header = &sections.header;
        let sizes = [
            ("INPUTS", header.inputs.to_string()),
            ("OUTPUTS", header.outputs.to_string()),
            ("FEATURES", sections.features().to_string()),
            ("MISSING", if words.is_fixed() { "INT16_MIN".into() } else { "(0.0f / 0.0f)".into() }),
            ("SCALE", float(header.scale)),
        ];
        let mut text = note::header(name, sections, sheet);
        text += &format!("#ifndef {upper}_H\n#define {upper}_H\n\n#include <stdint.h>\n\n");
        sizes.iter().for_each(|(size, value)| text += &format!("#define {upper}_{size} {value}\n"));
        text += &format!(
            "\n/* A reading and a score. */\ntypedef {} {name}_input;\ntypedef {} {name}_score;\n",
            words.input.c_type(),
            words.score
        );
        text += "\n#if defined(__cplusplus)\nextern \"C\" {\n#endif\n\n";
        text += &self.declarations();
        text + "\n#if defined(__cplusplus)\n}\n#endif\n\n#endif\n"
    }

    fn declarations(&self) -> String {
        let (score, task) = (self.words.score, self.sections.header.task);
        let (name, upper) = (self.name, self.name.to_ascii_uppercase());
        let inputs = format!("const {} inputs[{upper}_INPUTS]", self.words.input.c_type());
        let mut text = format!(
            "/* The scores of raw readings; one unit of a score is worth {upper}_SCALE. */\n\
             void {name}_scores({inputs}, {score} scores[{upper}_OUTPUTS]);\n\n"
        );
        text += &match (task, self.sections.header.outputs) {
            (Task::Classification, _) => {
                format!(
                    "/* The class of raw readings, an index into the labels. */\nuint16_t {name}_class({inputs});\n"
                )
            }
            (Task::Regression, 1) => {
                format!("/* The value of raw readings, in the target's unit. */\nfloat {name}_value({inputs});\n")
            }
            (Task::Regression, _) => format!(
                "/* The values of raw readings, in the target's unit. */\n\
                 void {name}_values({inputs}, float values[{upper}_OUTPUTS]);\n"
            ),
        };
        if !self.sections.checkpoints.is_empty() {
            text += &format!(
                "\n/* The class of raw readings as soon as it is clear, and the blocks that it took, at most {}. */\n\
                 uint16_t {name}_early({inputs}, uint16_t *blocks);\n",
                self.sections.blocks.len()
            );
        }
        if self.sections.calibration.is_some() {
            text += &format!(
                "\n/* How probable each class of raw readings is, in units of 2^-16; with a single score, how probable class 1 is. */\n\
                 void {name}_probabilities({inputs}, uint16_t probabilities[{upper}_OUTPUTS]);\n"
            );
        }
        if let Some(corners) = self.sections.targets {
            let limit = corners.limit;
            text += &format!(
                "\n/* How far raw readings are from all classes, in units of 2^-11; above {upper}_NOVEL they are new. */\n\
                 #define {upper}_NOVEL {limit}ul\nuint32_t {name}_novelty({inputs});\n"
            );
        }
        text
    }

    /// `NAME.c`.
    pub fn source(&self) -> String {
        let name = self.name;
        let mut text = format!("/* Made by kernelet {}; see {name}.h. */\n#include \"{name}.h\"\n\n", note::VERSION);
        if !self.words.is_fixed() {
            text += parts::FLOAT;
            text.push('\n');
        }
        text += parts::FLASH;
        text += if self.groups() { parts::DSP } else { "" };
        text += &self.types();
        text += &self.definitions();
        self.functions().iter().for_each(|function| text += &format!("{function}\n"));
        text += &self.scores();
        text += &self.answer();
        text += &self.early().unwrap_or_default();
        text += &self.probabilities().unwrap_or_default();
        text += &self.novelty().unwrap_or_default();
        self.named(&text)
    }

    fn types(&self) -> String {
        let words = self.words;
        let (lane, feature) = if words.is_fixed() { ("uint32_t", "int16_t") } else { ("float", "float") };
        let weight = words.weight;
        let mut text = format!(
            "\ntypedef {} input;\ntypedef {} weight;\ntypedef {feature} feature;\ntypedef {} score;\n\
             #define READ_WEIGHT(p) {}(p)\n#define WEIGHTS(count) {} /* words of a row of weights */\n",
            words.input.c_type(),
            weight.c_type(),
            words.score,
            weight.read(),
            words.weights(),
        );
        if self.sections.scratch() > 0 {
            text += &format!(
                "typedef {lane} lane;\ntypedef {} scale_word;\n#define READ_SCALE(p) {}(p)\n#define MODEL_LANES {}\n\
                 #define WEIGHT_AT(row, i) {}\n",
                words.scale.c_type(),
                words.scale.read(),
                self.sections.scratch(),
                words.weight_at(),
            );
        }
        text + "\n"
    }

    /// Every constant of the model.
    fn definitions(&self) -> String {
        let Source { sections, words, .. } = self;
        let (mut indices, mut limits, mut shifts) = (Vec::new(), Vec::new(), Vec::new());
        for guard in sections.guards {
            indices.extend(guard.index.to_le_bytes());
            limits.extend(guard.words);
            shifts.push(guard.shift);
        }
        let mut text = Cell::U16.array("guard_inputs", &indices);
        text += &words.input.array("guard_words", &limits);
        if words.is_fixed() {
            text += &Cell::U8.array("guard_shifts", &shifts);
        }
        let logarithms = &sections.logarithms;
        text +=
            &Cell::U16.array("logarithm_inputs", &logarithms.inputs().flat_map(u16::to_le_bytes).collect::<Vec<_>>());
        text += &words.input.array("logarithm_scales", logarithms.scales);
        text += &words.bias.0.array("bias", &biases(sections));
        if let Some(calibration) = sections.calibration {
            text += &words.bias.0.array("threshold", calibration.threshold);
            text +=
                if words.is_fixed() { String::new() } else { Cell::F32.array("slope", &calibration.rescale) }.as_str();
        }
        if let Some(corners) = sections.targets {
            text += &words.bias.0.array("targets", corners.targets);
            text += if words.is_fixed() { String::new() } else { Cell::F32.array("novelty_slope", &corners.rescale) }
                .as_str();
        }
        if !sections.checkpoints.is_empty() {
            text += &words.bias.0.array("margins", sections.checkpoints);
        }
        for (index, block) in sections.blocks.iter().enumerate() {
            text += &self.block(index, &block);
        }
        text
    }

    fn block(&self, index: usize, block: &BlockSections<'_>) -> String {
        let array = |cell: Cell, name: &str, bytes: &[u8]| cell.array(&format!("{name}_{index}"), bytes);
        let weight = self.words.weight;
        let text = match block.projection {
            Projection::Dense { rows, scale_phases } => {
                array(weight, "rows", rows) + &array(self.turn(block.kind).0, "turns", scale_phases)
            }
            Projection::Structured { scales, weights, .. } => {
                // of no scale at all, C wants one word that is never read
                let scales = if scales.is_empty() { &[0; 4] } else { scales };
                array(self.words.scale, "scales", scales) + &array(weight, "weights", weights)
            }
            Projection::Seeded { scales, weights, candidates, .. } => {
                array(self.words.scale, "scales", scales)
                    + &array(weight, "weights", weights)
                    + &array(Cell::U16, "candidates", candidates)
            }
            Projection::Ferns(ferns) => self.ferns(index, ferns),
        };
        let head = array(weight, "head", block.head);
        text + &match block.projection {
            Projection::Dense { .. } if self.groups() => {
                let outputs = self.sections.header.outputs.into();
                let arranged = array(weight, "head", &dsp::arranged(block.head, outputs));
                format!("#if defined(MODEL_DSP)\n{}\n#else\n{}\n#endif\n\n", arranged.trim_end(), head.trim_end())
            }
            _ => head,
        }
    }

    fn ferns(&self, index: usize, ferns: wire::Ferns<'_>) -> String {
        let ferns = Ferns::of(ferns, fern::index_size(self.sections.header.inputs.into()));
        let array = |cell: Cell, name: &str, bytes: &[u8]| cell.array(&format!("{name}_{index}"), bytes);
        // of no test at all, C wants one that is never read
        let some = |bytes: &[u8]| if bytes.is_empty() { vec![0; 4] } else { bytes.to_vec() };
        array(Cell::U8, "depths", &ferns.depths)
            + &array(self.index(), "indices", &some(&ferns.indices))
            + &array(self.words.input, "thresholds", &some(&ferns.thresholds))
            + &array(self.words.leaf(), "leaves", &ferns.leaves)
    }

    /// The number of an input.
    fn index(&self) -> Cell {
        if fern::index_size(self.sections.header.inputs.into()) == 1 { Cell::U8 } else { Cell::U16 }
    }

    fn turn(&self, kind: Kind) -> (Cell, usize) {
        if kind == Kind::Cosine { self.words.turn } else { self.words.slope }
    }

    /// The function that everything runs through.
    fn scores(&self) -> String {
        let (outputs, bias) = ("MODEL_OUTPUTS", self.score("bias", "k"));
        let x = self.taken();
        let mut text = format!(
            "void model_scores(const input inputs[MODEL_INPUTS], score scores[{outputs}])\n{{\n{x}\
             \x20   for (uint16_t k = 0; k < {outputs}; k++)\n        scores[k] = {bias};\n"
        );
        for (index, block) in self.sections.blocks.iter().enumerate() {
            text += &self.added(index, &block);
        }
        text + "}\n\n"
    }

    /// The function that stops where the class is clear, if it may be.
    fn early(&self) -> Option<String> {
        if self.sections.checkpoints.is_empty() {
            return None;
        }
        let bias = self.score("bias", "k");
        let mut text = format!(
            "\nuint16_t model_early(const input inputs[MODEL_INPUTS], uint16_t *blocks)\n{{\n    score scores[MODEL_OUTPUTS];\n{x}\
             \x20   for (uint16_t k = 0; k < MODEL_OUTPUTS; k++)\n        scores[k] = {bias};\n",
            x = self.taken()
        );
        let margins = self.sections.checkpoints.len() / self.words.score_bytes();
        for (index, block) in self.sections.blocks.iter().enumerate() {
            text += &self.added(index, &block);
            text += &format!("    *blocks = {};\n", index + 1);
            if index < margins {
                let margin = self.score("margins", &index.to_string());
                text += &format!("    if (is_clear(scores, {margin}))\n        return class_of(scores);\n");
            }
        }
        Some(text + "    return class_of(scores);\n}\n")
    }

    /// The call that adds a block.
    fn added(&self, index: usize, block: &BlockSections<'_>) -> String {
        let (kind, features) = (function(block.kind), block.count);
        match block.projection {
            Projection::Dense { .. } => {
                format!("    add_{kind}(rows_{index}, turns_{index}, head_{index}, {features}, x, scores);\n")
            }
            Projection::Structured { seed, scales, .. } => {
                let count = scales.len() / self.scale_bytes();
                format!(
                    "    add_{kind}({seed}u, scales_{index}, {count}, weights_{index}, head_{index}, {features}, x,\n\
                         \x20           scores);\n"
                )
            }
            Projection::Seeded { seed, scales, .. } => {
                let last = scales.len() / self.scale_bytes() - 1;
                format!(
                    "    add_{kind}({seed}u, scales_{index}, {last}, weights_{index}, candidates_{index}, head_{index},\n\
                         \x20           {features}, x, scores);\n"
                )
            }
            Projection::Ferns(ferns) => format!(
                "    add_{kind}(depths_{index}, indices_{index}, thresholds_{index}, leaves_{index}, {}, {features}, x, scores);\n",
                ferns.shift
            ),
        }
    }

    /// A score of an array of them, by its place.
    fn score(&self, array: &str, place: &str) -> String {
        let read = self.words.bias.0.read();
        match self.words.is_wide() {
            false => format!("{read}({array} + {place})"),
            true => {
                format!("(score)(((uint64_t){read}({array} + 2 * {place} + 1) << 32) | {read}({array} + 2 * {place}))")
            }
        }
    }

    /// What the features take, made from the raw readings.
    fn taken(&self) -> String {
        let Sections { guards, logarithms, blocks, .. } = self.sections;
        if blocks.is_empty() {
            return "    (void)inputs;\n".to_owned();
        }
        if guards.is_empty() && logarithms.is_empty() {
            return "    const input *x = inputs;\n".to_owned();
        }
        let steps = [(guards.is_empty(), "    guard(x);\n"), (logarithms.is_empty(), "    take_logarithms(x);\n")];
        let steps: String = steps.into_iter().filter(|(none, _)| !none).map(|(_, step)| step).collect();
        format!(
            "    input x[MODEL_INPUTS];\n    for (uint16_t i = 0; i < MODEL_INPUTS; i++)\n        x[i] = inputs[i];\n{steps}"
        )
    }

    fn scale_bytes(&self) -> usize {
        if self.words.scale == Cell::U8 { 1 } else { 4 }
    }

    /// With the model's name in place of the parts' own.
    fn named(&self, text: &str) -> String {
        let upper = self.name.to_ascii_uppercase() + "_";
        text.replace("MODEL_", &upper).replace("model_", &format!("{}_", self.name))
    }
}

/// The name of the function that makes a feature.
fn function(kind: Kind) -> &'static str {
    match kind {
        Kind::Cosine => "cosine",
        Kind::Sorf => "sorf",
        Kind::Fastfood => "fastfood",
        Kind::Step => "step",
        Kind::Relu => "relu",
        Kind::SquaredRelu => "squared_relu",
        Kind::Linear => "linear",
        Kind::Seeded => "seeded",
        Kind::Ferns => "ferns",
    }
}
