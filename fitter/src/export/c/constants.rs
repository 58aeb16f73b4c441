//! The constants of a model, as arrays in flash.

use super::arrangement::{halves_in_fours, halves_in_sixteens, in_fours, in_sixteens};
use super::cell::Cell;
use super::ferns::Ferns;
use super::selection::Selection;
use super::source::Source;
use crate::pack::sections::biases;
use kernelet::Angle;
use kernelet::answer::probability::POWERS;
use kernelet::block::{Count, FieldWord, Form, fern};
use kernelet::number::cosine;
use kernelet::window::{Group, band, share};
use kernelet::wire::{self, BlockSections, FieldBytes, Projection};

impl Source<'_> {
    /// Every constant: of the guards, of the answers, of each block, and the tables that the files
    /// read.
    pub(super) fn constants(&self, selection: &Selection) -> String {
        let blocks = self.sections.blocks.iter().zip(1..);
        let tables = [
            ("feature/angle_fixed.c", quarter as fn() -> String),
            ("answer/power.c", powers),
            ("window/share.c", kernels),
            ("window/band.c", wave),
        ];
        let tables = tables.into_iter().filter(|(file, _)| selection.has(file)).map(|(_, table)| table());
        self.window()
            + &self.readings()
            + &self.answers()
            + &blocks.map(|(block, number)| self.block(number, &block, selection.has_vectors())).collect::<String>()
            + &tables.collect::<String>()
    }

    /// The constants of windows.
    fn window(&self) -> String {
        let Some(window) = &self.sections.window else { return String::new() };
        let group = |group: Group<'_>| [&group.head(), group.records].concat();
        let groups: Vec<u8> = window.groups().flat_map(group).collect();
        let centres: Vec<u8> = window.preparations().flat_map(|channel| channel.centre.to_le_bytes()).collect();
        let shifts: Vec<u8> = window.preparations().map(|channel| channel.shift & 15).collect();
        Cell::U8.array("window_groups", &groups)
            + &Cell::I16.array("window_centres", &centres)
            + &Cell::U8.array("window_shifts", &shifts)
    }

    /// The constants of guards and logarithms.
    fn readings(&self) -> String {
        let (mut indices, mut limits, mut shifts) = (Vec::new(), Vec::new(), Vec::new());
        for guard in self.sections.guards {
            indices.extend(guard.index.to_le_bytes());
            limits.extend(guard.words);
            shifts.push(guard.shift);
        }
        let logarithms = &self.sections.logarithms;
        let inputs: Vec<u8> = logarithms.inputs().flat_map(u16::to_le_bytes).collect();
        let shifts = if self.types.is_fixed() { Cell::U8.array("guard_shifts", &shifts) } else { String::new() };
        Cell::U16.array("guard_inputs", &indices)
            + &self.types.input.array("guard_words", &limits)
            + &shifts
            + &Cell::U16.array("logarithm_inputs", &inputs)
            + &self.types.input.array("logarithm_scales", logarithms.scales)
    }

    /// The scores that the answers are made with.
    fn answers(&self) -> String {
        let sections = self.sections;
        let scores = |name: &str, bytes: &[u8]| self.types.score_word.array(name, bytes);
        scores("bias", &biases(sections))
            + &sections.calibration.map(|calibration| scores("threshold", calibration.threshold)).unwrap_or_default()
            + &sections.targets.map(|targets| scores("targets", targets.targets)).unwrap_or_default()
            + &scores("margins", sections.checkpoints)
            + &sections.interval.map(|interval| scores("interval", interval.words)).unwrap_or_default()
            + &sections.learning.filter(|_| self.is_class()).map(|own| scores("levels", own.levels)).unwrap_or_default()
            + &sections.learning.map(|own| Cell::I8.array("directions", own.directions)).unwrap_or_default()
    }

    fn block(&self, number: u16, block: &BlockSections<'_>, has_vectors: bool) -> String {
        match block.projection {
            Projection::Rows(fields) => {
                let fields = fields.iter().map(|field| self.field(number, field));
                fields.collect::<String>() + &self.head(number, block, has_vectors)
            }
            Projection::Ferns(ferns) => self.ferns(number, ferns),
        }
    }

    fn field(&self, number: u16, words: FieldBytes<'_>) -> String {
        let cell = match words.field.word {
            FieldWord::Seed | FieldWord::Patch => return String::new(),
            FieldWord::Row => self.types.weight,
            FieldWord::ScalePhase => self.types.scale_phase,
            FieldWord::Rescale => self.types.rescale,
            FieldWord::Scale => self.types.scale,
            FieldWord::Index => Cell::U16,
            FieldWord::Start => self.input_index(),
        };
        let own_count = matches!(words.field.count, Count::Counted | Count::Power);
        let bytes = if own_count { or_one(words.bytes) } else { words.bytes };
        cell.array(&format!("{}_{number}", words.field.name), bytes)
    }

    /// The head, in the order of the loop that reads it: special instructions have orders of their
    /// own.
    fn head(&self, number: u16, block: &BlockSections<'_>, has_vectors: bool) -> String {
        let (head, outputs) = (block.head, self.sections.header.outputs.into());
        let array = |head: &[u8]| self.types.weight.array(&format!("head_{number}"), head);
        let is_dense = matches!(block.kind.form(), Form::Dense(_));
        let (sixteens, fours): (Order, Order) = match self.types.families[0] {
            "q7" if is_dense => (in_sixteens, in_fours),
            "q3" if is_dense => (halves_in_sixteens, halves_in_fours),
            _ => return array(head),
        };
        let mut orders = Vec::from_iter(has_vectors.then(|| ("KLT_MVE", sixteens(head, outputs))));
        orders.push(("KLT_DSP", fours(head, outputs)));
        let ordered = |(name, head): &(&str, Vec<u8>)| format!("if defined({name})\n{}\n", array(head).trim_end());
        let orders: Vec<String> = orders.iter().map(ordered).collect();
        format!("#{}#else\n{}\n#endif\n\n", orders.join("#el"), array(head).trim_end())
    }

    /// The type of an input's number.
    fn input_index(&self) -> Cell {
        if fern::index_size(self.sections.header.inputs.into()) == 1 { Cell::U8 } else { Cell::U16 }
    }

    fn ferns(&self, number: u16, ferns: wire::Ferns<'_>) -> String {
        let size = fern::index_size(self.sections.header.inputs.into());
        let ferns = Ferns::of(ferns, size);
        let array = |cell: Cell, name: &str, bytes: &[u8]| cell.array(&format!("{name}_{number}"), bytes);
        array(Cell::U8, "depths", &ferns.depths)
            + &array(self.input_index(), "indices", or_one(&ferns.indices))
            + &array(self.types.input, "thresholds", or_one(&ferns.thresholds))
            + &array(self.types.leaf, "leaves", &ferns.leaves)
    }
}

/// Puts the weights of a number of outputs into the order of a loop.
type Order = fn(&[u8], usize) -> Vec<u8>;

/// The words, or one that is never read where there is none, since C has no empty arrays.
fn or_one(bytes: &[u8]) -> &[u8] {
    if bytes.is_empty() { &[0; 4] } else { bytes }
}

/// The runtime's table of cosines: a quarter of a full turn.
fn quarter() -> String {
    let entries = (0..64u32).flat_map(|step| cosine::table(Angle(step << 24)).to_le_bytes());
    "/* Cosines at the middles of the 64 steps of a quarter turn, 32767 for one. */\n".to_owned()
        + &Cell::I16.array("quarter", &entries.collect::<Vec<_>>())
}

/// The runtime's table of powers.
fn powers() -> String {
    let entries: Vec<u8> = POWERS.iter().flat_map(|power| power.to_le_bytes()).collect();
    "/* 2^15 times the powers of 2^(-1/32). */\n".to_owned() + &Cell::U16.array("powers", &entries)
}

/// The three taps of weight 2 of every kernel, a nibble each.
fn kernels() -> String {
    let nibbles = |kernel: u8| share::taps(kernel).iter().rev().fold(0, |word, &tap| word << 4 | tap as u16);
    let entries: Vec<u8> = (0..share::KERNELS).flat_map(|kernel| nibbles(kernel).to_le_bytes()).collect();
    "/* The taps of weight 2 of each kernel, four bits each. */\n".to_owned() + &Cell::U16.array("kernels", &entries)
}

/// A turn of the wave of bands, and a quarter more.
fn wave() -> String {
    let entries = band::WAVE.map(i8::cast_unsigned);
    "/* A turn of a cosine, and a quarter more. */\n".to_owned() + &Cell::I8.array("wave", &entries)
}
