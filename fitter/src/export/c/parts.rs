//! Which parts of the arithmetic a model needs, in an order in which each stands behind those that it calls.

use super::cell::Cell;
use super::{Source, function};
use kernelet::answer::probability::POWERS;
use kernelet::block::Kind;
use kernelet::number::cosine;
use kernelet::{Angle, Contract, Task};
use std::collections::BTreeSet;

macro_rules! part {
    ($name:literal) => {
        include_str!(concat!("parts/", $name, ".c"))
    };
}

/// What stands before the constants of every model.
pub(super) const FLASH: &str = concat!(part!("flash"), part!("unrolled"));
/// What stands behind it where DSP instructions are of use.
pub(super) const DSP: &str = part!("dsp_core");

/// What stands before everything in models of `float`.
pub(super) const FLOAT: &str = part!("float");

impl Source<'_> {
    fn kinds(&self) -> BTreeSet<u8> {
        self.sections.blocks.iter().map(|block| block.kind as u8).collect()
    }

    fn has(&self, wanted: impl Fn(Kind) -> bool) -> bool {
        self.sections.blocks.iter().any(|block| wanted(block.kind))
    }

    /// The functions that the model needs, each behind those that it calls.
    pub(super) fn functions(&self) -> Vec<String> {
        let fixed = self.words.is_fixed();
        let mut functions = Vec::new();
        let classifies = self.sections.header.task == Task::Classification;
        let bent = fixed && self.has(|kind| matches!(kind, Kind::Relu | Kind::SquaredRelu | Kind::Linear));
        let (rectified, guarded) = (fixed && self.has(Kind::is_rectified), !self.sections.guards.is_empty());
        let logarithms = !self.sections.logarithms.is_empty();
        let ferns = self.has(|kind| kind == Kind::Ferns);
        let mut add = |needed: bool, part: &str| {
            if needed {
                functions.push(part.to_owned());
            }
        };
        let probable = self.sections.calibration.is_some();
        let novel = self.sections.targets.is_some();
        add(fixed && (rectified || guarded || classifies || ferns || logarithms || novel) || probable, part!("sign"));
        add(fixed && (probable || novel), part!("some"));
        add(bent || fixed && guarded, part!("positive"));
        add(guarded, if fixed { part!("guard_fixed") } else { part!("guard_float") });
        add(logarithms, if fixed { part!("logarithm_fixed") } else { part!("logarithm_float") });
        add(bent, part!("magnitude"));
        add(rectified, part!("slope"));
        add(ferns, if fixed { part!("exceeds_fixed") } else { part!("exceeds_float") });
        add(ferns, self.shed());
        if self.sections.features() > 0 {
            functions.extend(self.features());
        }
        functions.extend(self.loops());
        if classifies || probable || novel {
            functions.push(self.above().to_owned());
        }
        if classifies {
            functions.push(part!("class_of").to_owned());
        }
        functions.extend(self.is_clear());
        functions.extend(self.sections.calibration.map(|calibration| self.softmax(&calibration.rescale)));
        let apart = |rescale: &[u8]| {
            self.units(rescale).replace("units_above", "units_apart").replace("(slope)", "(novelty_slope)")
        };
        functions.extend(self.sections.targets.map(|corners| apart(&corners.rescale)));
        functions
    }

    /// From inputs and rows to a feature, and from a feature to the scores.
    fn features(&self) -> Vec<String> {
        let words = self.words;
        let fixed = words.is_fixed();
        let wave = |kind: Kind| !kind.is_rectified() && kind != Kind::Ferns;
        let regenerated = |kind: Kind| !kind.is_stored();
        let table = fixed && self.sections.contract != Contract::Q15;
        let mut parts = vec![];
        let mut add = |needed: bool, part: &str| {
            if needed {
                parts.push(part.to_owned());
            }
        };
        add(fixed, part!("avr_count"));
        add(words.nibbles, part!("nibble"));
        let times = fixed && (words.is_wide() || self.has(regenerated));
        add(times || words.nibbles, &self.on_avr(part!("avr_times"), if times { part!("times") } else { "" }));
        add(self.has(dense), &self.dot());
        add(self.groups(), part!("dsp"));
        add(table && self.has(wave), &(quarter() + &self.on_avr(part!("avr_table"), part!("table"))));
        add(fixed && !table && self.has(wave), part!("polynomial"));
        add(!fixed && self.has(wave), part!("turns"));
        add(words.nibbles && self.has(wave), part!("short_scale"));
        add(self.has(regenerated), part!("counter"));
        add(self.has(regenerated), if fixed { part!("lane_fixed") } else { part!("lane_float") });
        add(self.has(|kind| kind.structure().is_some()), part!("transform"));
        self.kinds().into_iter().filter_map(Kind::from_number).for_each(|kind| add(true, self.map(kind)));
        add(true, &self.add());
        let whole = if words.nibbles { "short_scale(scale)" } else { "scale" };
        parts.iter().map(|part| part.replace("WHOLE(scale)", whole)).collect()
    }

    /// Whether there are rows and scores that DSP instructions take several of at a time.
    pub(super) fn groups(&self) -> bool {
        self.sections.contract == Contract::Q7 && self.has(dense)
    }

    fn dot(&self) -> String {
        match (self.words.weight, self.words.nibbles) {
            (Cell::F32, _) => part!("dot_float").to_owned(),
            (_, true) => self.on_avr(part!("avr_dot_nibbles"), part!("dot_nibbles")),
            (Cell::I16, _) => self.on_avr(part!("avr_dot_i16"), part!("dot_fixed")),
            _ => self.on_avr(part!("avr_dot_i8"), part!("dot_fixed")),
        }
    }

    fn add(&self) -> String {
        match (self.words.is_fixed(), self.words.is_wide()) {
            (false, _) => part!("add_float").to_owned(),
            (_, true) => part!("add_wide").to_owned(),
            _ if self.words.nibbles => self.on_avr(part!("avr_add_nibbles"), part!("add_nibbles")),
            _ => self.on_avr(part!("avr_add_narrow"), part!("add_narrow")),
        }
    }

    /// A part in the instructions of AVR, and the same for all other cores, if they need it.
    fn on_avr(&self, avr: &str, others: &str) -> String {
        let others = if others.is_empty() { String::new() } else { format!("#else\n{others}") };
        format!("#if defined(MODEL_AVR)\n{avr}{others}#endif\n")
    }

    /// What makes a feature of a kind.
    fn map(&self, kind: Kind) -> &'static str {
        match (kind, self.words.is_fixed()) {
            (Kind::Cosine, true) if self.words.nibbles => part!("cosine_short"),
            (Kind::Cosine, true) => part!("cosine_fixed"),
            (Kind::Cosine, false) => part!("cosine_float"),
            (Kind::Sorf, _) => part!("sorf"),
            (Kind::Fastfood, _) => part!("fastfood"),
            (Kind::Step, true) => part!("step_fixed"),
            (Kind::Step, false) => part!("step_float"),
            (Kind::Relu, true) => part!("relu_fixed"),
            (Kind::Relu, false) => part!("relu_float"),
            (Kind::SquaredRelu, true) => part!("squared_relu_fixed"),
            (Kind::SquaredRelu, false) => part!("squared_relu_float"),
            (Kind::Linear, true) => part!("linear_fixed"),
            (Kind::Linear, false) => part!("linear_float"),
            // whose loops need no function of their own
            (Kind::Seeded | Kind::Ferns, _) => "",
        }
    }

    /// The loop over the features of each kind.
    fn loops(&self) -> Vec<String> {
        let kinds = self.kinds().into_iter().filter_map(Kind::from_number);
        let each = kinds.map(|kind| {
            let (turn, words) = self.turn(kind);
            let part = match kind {
                Kind::Sorf | Kind::Fastfood => part!("structured"),
                Kind::Seeded => part!("seeded"),
                Kind::Ferns => part!("ferns"),
                _ => part!("dense"),
            };
            let part = part.replace("GROUPS", if self.groups() { part!("dense_dsp") } else { "" });
            let part = part.replace("KIND", function(kind));
            let part = part.replace("TURN_TYPE", turn.c_type()).replace("TURN_WORDS", &words.to_string());
            self.fern_words(&part)
        });
        each.collect()
    }

    /// With the words of ferns in the place of their names.
    fn fern_words(&self, part: &str) -> String {
        let (index, leaf) = (self.index(), self.words.leaf());
        let types = part.replace("INDEX_TYPE", index.c_type()).replace("LEAF_TYPE", leaf.c_type());
        let reads = types.replace("READ_INDEX", index.read()).replace("READ_LEAF", leaf.read());
        reads.replace("READ_THRESHOLD", self.words.input.read())
    }

    /// What adds a word of a leaf to a score.
    fn shed(&self) -> &'static str {
        match (self.words.is_fixed(), self.words.is_wide()) {
            (false, _) => part!("shed_float"),
            (true, false) => part!("shed_narrow"),
            (true, true) => part!("shed_wide"),
        }
    }

    /// From scores to probabilities.
    fn softmax(&self, slope: &[u8]) -> String {
        let powers = POWERS.iter().flat_map(|power| power.to_le_bytes()).collect::<Vec<_>>();
        let table = Cell::U16.array("powers", &powers);
        format!(
            "{}\n/* 2^15 times the powers of 2^(-1/32). */\n{}\n\n{}",
            self.units(slope),
            table.trim_end(),
            part!("softmax")
        )
    }

    /// How far one score is above another, by a slope.
    fn units(&self, slope: &[u8]) -> String {
        let units = match (self.words.is_fixed(), self.words.is_wide()) {
            (false, _) => part!("units_float"),
            (true, false) => part!("units_narrow"),
            (true, true) => part!("units_wide"),
        };
        let &[low, high, before, after] = slope else { return String::new() };
        let multiplier = u16::from_le_bytes([low, high]).to_string();
        let units = units.replace("MULTIPLIER", &multiplier).replace("BEFORE", &(before & 63).to_string());
        units.replace("AFTER", &(after & 31).to_string())
    }

    /// The functions that say whether a class is clear early, if it may be.
    fn is_clear(&self) -> Option<String> {
        let leads = match (self.words.is_fixed(), self.words.is_wide()) {
            (false, _) => part!("leads_float").to_owned(),
            (true, false) => part!("leads_fixed").replace("UNSIGNED", "uint32_t"),
            (true, true) => part!("leads_fixed").replace("UNSIGNED", "uint64_t"),
        };
        (!self.sections.checkpoints.is_empty()).then(|| leads + part!("early"))
    }

    /// The function that says how new a row is, if there is one.
    pub(super) fn novelty(&self) -> Option<String> {
        let [own, other] = ["0", "1"].map(|place| self.score("targets", place));
        self.sections.targets.map(|_| part!("novelty").replace("OWN", &own).replace("OTHER", &other))
    }

    /// The function that gives probabilities, if there is one.
    pub(super) fn probabilities(&self) -> Option<String> {
        self.sections.calibration.map(|_| part!("probabilities").replace("THRESHOLD", &self.score("threshold", "0")))
    }

    fn above(&self) -> &'static str {
        match (self.words.is_fixed(), self.words.is_wide()) {
            (false, _) => part!("above_f32"),
            (true, false) => part!("above_i32"),
            (true, true) => part!("above_i64"),
        }
    }

    /// The class or the values.
    pub(super) fn answer(&self) -> String {
        let part = match (self.sections.header.task, self.sections.header.outputs) {
            (Task::Classification, _) => part!("class"),
            (Task::Regression, 1) => part!("value"),
            (Task::Regression, _) => part!("values"),
        };
        part.to_owned()
    }
}

/// Whether the rows of a kind are stored, a weight for each input.
fn dense(kind: Kind) -> bool {
    kind.is_stored() && kind != Kind::Ferns
}

/// The runtime's table of cosines: a quarter turn of it.
fn quarter() -> String {
    let entries = (0..64u32).flat_map(|step| cosine::table(Angle(step << 24)).to_le_bytes());
    let table = Cell::I16.array("quarter", &entries.collect::<Vec<_>>());
    format!("/* Cosines at the middles of the 64 steps of a quarter turn, 32767 for one. */\n{}", table.trim_end())
        + "\n\n"
}
