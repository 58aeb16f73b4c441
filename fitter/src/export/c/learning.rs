//! What the header and the configuration of a model that learns have more.

use super::source::Source;
use kernelet::Task;
use kernelet::answer::Learning;

impl Source<'_> {
    /// The type that holds what was learnt.
    pub(super) fn learner_type(&self) -> String {
        let (name, upper) = (self.name, self.upper());
        let Some(learning) = &self.sections.learning else { return String::new() };
        let (first, learnt) = (learning.first, learning.learnt);
        format!(
            "/* The first score that learns, and how many do; bytes of a record of the log. */\n\
             #define {upper}_FIRST {first}\n#define {upper}_LEARNT {learnt}\n#define {upper}_RECORD {}\n\n\
             /* The checksum of the model, to be kept with weights: they are of no other one. */\n\
             #define {upper}_CHECKSUM 0x{:08x}u\n\n\
             /* What was learnt, and room for the features of a row; all zero has learnt nothing. */\n\
             typedef struct {{\n\
             \x20   int32_t weights[{upper}_LEARNT][{upper}_FEATURES + 1];\n\
             \x20   int16_t features[{upper}_FEATURES + 1];\n}} {name}_learner;\n\n",
            self.record(learning),
            self.checksum
        )
    }

    /// The bytes of a record.
    fn record(&self, learning: &Learning<'_>) -> usize {
        let truth = match self.is_class() {
            true => 2,
            false => usize::from(learning.learnt) * self.sections.layout.score,
        };
        2 * usize::from(self.sections.header.inputs) + truth + 2
    }

    /// Returns true where rows have classes.
    pub(super) fn is_class(&self) -> bool {
        self.sections.header.task == Task::Classification
    }

    /// The functions of a learner.
    pub(super) fn learner(&self, inputs: &str) -> Option<String> {
        let (name, upper, score) = (self.name, self.upper(), self.types.score);
        self.sections.learning.as_ref()?;
        let (what, truth, verb) = match self.is_class() {
            true => (
                "that they are of a class. A label that is no class\n * changes nothing: write no record of it, which `kernelet replay` would refuse",
                "uint16_t label".to_owned(),
                "learn",
            ),
            false => {
                ("their values, in units of a score", format!("const {score} values[{upper}_LEARNT]"), "learn_values")
            }
        };
        Some(format!(
            "/* The scores of raw readings with what was learnt. */\n\
             void {name}_learner_scores({name}_learner *learner, {inputs}, {score} scores[{upper}_OUTPUTS]);\n\n\
             /* Gives the scores of raw readings, and then learns {what}. */\n\
             void {name}_{verb}({name}_learner *learner, {inputs}, {truth}, {score} scores[{upper}_OUTPUTS]);\n\n\
             /* Brings weights within their 24 bits, where they come from a memory that may be damaged. */\n\
             void {name}_learner_limit({name}_learner *learner);\n\n\
             /* The first bytes of the log of what is learnt from now on, and the check that its records go on from:\n \
              * keep it with the weights. `kernelet replay` takes a log that begins with weights of zero. */\n\
             uint32_t {name}_log(const {name}_learner *learner, uint8_t head[8]);\n\n\
             /* The record of an update, for a log that `kernelet replay` reads. */\n\
             void {name}_record(uint32_t *state, {inputs}, {truth}, uint8_t record[{upper}_RECORD]);\n"
        ))
    }

    /// The macros of learning.
    pub(super) fn learning_sizes(&self) -> Vec<(&'static str, String)> {
        let (upper, Some(learning)) = (self.upper(), &self.sections.learning) else { return Vec::new() };
        let (truth, words) = match self.is_class() {
            true => ("uint16_t label".to_owned(), "PUT(label, 2)".to_owned()),
            false => {
                let (learnt, size) = (learning.learnt, self.sections.layout.score);
                let words = (0..learnt).map(|k| format!("PUT(values[{k}], {size})")).collect::<Vec<_>>().join(" ");
                (format!("const score values[{upper}_LEARNT]"), words)
            }
        };
        vec![
            ("KLT_FEATURES", format!("{upper}_FEATURES")),
            ("KLT_FIRST", format!("{upper}_FIRST")),
            ("KLT_LEARNT", format!("{upper}_LEARNT")),
            ("KLT_RECORD", format!("{upper}_RECORD")),
            ("KLT_RATE", learning.rate.to_string()),
            ("KLT_FORGET", learning.forget.to_string()),
            ("KLT_SHIFT", learning.shift.to_string()),
            ("KLT_DIRECTIONS", learning.count.to_string()),
            ("KLT_ROOM", learning.room().to_string()),
            ("KLT_LABELS", self.sections.header.outputs.max(2).to_string()),
            ("KLT_CHECKSUM", format!("{upper}_CHECKSUM")),
            ("KLT_TRUTH", truth),
            ("KLT_TRUTH_WORDS(PUT)", words),
        ]
    }
}
