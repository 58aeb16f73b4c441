//! The header of a model: sizes, types, and the functions that a program calls.

use super::cell::float;
use super::source::Source;
use kernelet::Task;
use kernelet::answer::Steady;
use kernelet::answer::steady::Rule;
use kernelet::number::Word;

impl Source<'_> {
    /// `NAME.h` below its comment.
    pub(super) fn interface(&self) -> String {
        let (name, upper, types) = (self.name, self.upper(), self.types);
        let sizes: String =
            self.sizes().iter().map(|(size, value)| format!("#define {upper}_{size} {value}\n")).collect();
        format!(
            "#ifndef {upper}_H\n#define {upper}_H\n\n#include <stdint.h>\n\n{sizes}{}\n\
             /* A reading and a score. */\ntypedef {} {name}_input;\ntypedef {} {name}_score;\n\n{}\
             #if defined(__cplusplus)\nextern \"C\" {{\n#endif\n\n{}\n\
             #if defined(__cplusplus)\n}}\n#endif\n\n#endif\n",
            self.scales(),
            types.input.c_type(),
            types.score,
            self.window_type() + &self.learner_type(),
            self.declarations()
        )
    }

    fn sizes(&self) -> [(&'static str, String); 5] {
        let header = &self.sections.header;
        [
            ("INPUTS", header.inputs.to_string()),
            ("OUTPUTS", header.outputs.to_string()),
            ("FEATURES", self.sections.features().to_string()),
            ("MISSING", if self.types.is_fixed() { "INT16_MIN".into() } else { "(0.0f / 0.0f)".into() }),
            ("SCALE", float(header.scale)),
        ]
    }

    /// The scale of each value, where each has its own.
    fn scales(&self) -> String {
        let Some(values) = self.sections.values else { return String::new() };
        let scales: Vec<String> = f32::words(values.scales).map(float).collect();
        format!(
            "/* The value of one unit of each score, to begin an array with. */\n#define {}_SCALES {{{}}}\n",
            self.upper(),
            scales.join(", ")
        )
    }

    /// The sizes of windows, and the type that holds one.
    fn window_type(&self) -> String {
        let (name, upper) = (self.name, self.upper());
        let Some(window) = &self.sections.window else { return String::new() };
        let sizes = [("CHANNELS", window.channels() as u16), ("LENGTH", window.length), ("STRIDE", window.stride)];
        let answers = self.sections.steady.map(|steady| ("STEADY", steady.answers.into()));
        let sizes = sizes.into_iter().chain(answers);
        let sizes: String = sizes.map(|(size, value)| format!("#define {upper}_{size} {value}\n")).collect();
        format!(
            "/* Channels, samples of a window, and samples from one window to the next{}. */\n{sizes}\n\
             /* The latest samples; all zero is an empty window. */\ntypedef struct {{\n\
             \x20   uint16_t samples[{upper}_CHANNELS][{upper}_LENGTH];\n\
             \x20   uint16_t filled, skipped;\n{}}} {name}_window;\n\n",
            if self.sections.steady.is_some() { "; answers that a rule looks at" } else { "" },
            self.latest()
        )
    }

    /// The latest answers, as a part of the window; empty where no rule looks at them.
    fn latest(&self) -> String {
        let upper = self.upper();
        let latest = self.sections.steady.map(|_| {
            format!(
                "    /* The latest answers, and the steady one; they are forgotten where known is set to 0. */\n\
                 \x20   uint16_t latest[{upper}_STEADY], steady;\n    uint8_t known;\n"
            )
        });
        latest.unwrap_or_default()
    }

    /// The function that makes answers steady.
    fn steady(&self) -> Option<String> {
        let (name, Steady { rule, answers }) = (self.name, self.sections.steady?);
        let rule = match rule {
            Rule::Majority => format!("the most frequent one of the latest {answers}, of equal ones the last"),
            Rule::Hysteresis => format!("it changes only after {answers} windows of another one"),
        };
        Some(format!(
            "/*\n * The steady class, by the class of the latest window, to be called once a window:\n\
             \x20* {rule}.\n */\nuint16_t {name}_steady({name}_window *window, uint16_t class_);\n"
        ))
    }

    /// The functions that make inputs of a stream.
    fn stream(&self) -> Option<String> {
        let (name, upper, input) = (self.name, self.upper(), self.types.input.c_type());
        self.sections.window.map(|_| {
            format!(
                "/*\n * Adds the readings of all channels at one time; returns 1 where they complete a window, else 0. None is\n\
                 \x20* {upper}_MISSING: where a sensor has none, its last one is repeated.\n */\n\
                 uint8_t {name}_push({name}_window *window, const int16_t readings[{upper}_CHANNELS]);\n\n\
                 /*\n * The inputs of a complete window: its features. Those of other sensors, behind them, are missing,\n\
                 \x20* for the caller to set.\n */\n\
                 void {name}_inputs(const {name}_window *window, {input} inputs[{upper}_INPUTS]);\n"
            )
        })
    }

    fn declarations(&self) -> String {
        let inputs = format!("const {} inputs[{}_INPUTS]", self.types.input.c_type(), self.upper());
        let always = [self.scores(&inputs), self.decision(&inputs)];
        let optional = [
            self.early(&inputs),
            self.probabilities(&inputs),
            self.novelty(&inputs),
            self.interval(&inputs),
            self.steady(),
            self.learner(&inputs),
        ];
        self.stream().into_iter().chain(always).chain(optional.into_iter().flatten()).collect::<Vec<_>>().join("\n")
    }

    /// The parameter of scores that a program has computed.
    fn given_scores(&self) -> String {
        format!("const {} scores[{}_OUTPUTS]", self.types.score, self.upper())
    }

    fn scores(&self, inputs: &str) -> String {
        let (name, upper, score) = (self.name, self.upper(), self.types.score);
        let scale = match self.sections.values {
            Some(_) => format!("its own of {upper}_SCALES"),
            None => format!("{upper}_SCALE"),
        };
        format!(
            "/* The scores of raw readings; one unit of a score is worth {scale}. */\n\
             void {name}_scores({inputs}, {score} scores[{upper}_OUTPUTS]);\n"
        )
    }

    /// The function that gives the class or the values.
    fn decision(&self, inputs: &str) -> String {
        let (name, upper, scores) = (self.name, self.upper(), self.given_scores());
        match (self.sections.header.task, self.sections.header.outputs) {
            (Task::Classification, _) => format!(
                "/* The class of raw readings, an index into the labels; that of scores that are known. */\n\
                 uint16_t {name}_class({inputs});\nuint16_t {name}_class_of({scores});\n"
            ),
            (Task::Regression, 1) if self.sections.values.is_none() => format!(
                "/* The value of raw readings, in the target's unit; that of a score that is known. */\n\
                 float {name}_value({inputs});\nfloat {name}_value_of({scores});\n"
            ),
            (Task::Regression, _) => format!(
                "/* The values of raw readings, in the target's unit; those of scores that are known. */\n\
                 void {name}_values({inputs}, float values[{upper}_OUTPUTS]);\n\
                 void {name}_values_of({scores}, float values[{upper}_OUTPUTS]);\n"
            ),
        }
    }

    fn early(&self, inputs: &str) -> Option<String> {
        let (name, blocks) = (self.name, self.sections.blocks.len());
        (!self.sections.checkpoints.is_empty()).then(|| {
            format!(
                "/*\n * The class of raw readings as soon as it is clear, and the number of blocks that it took, at most\n\
                 \x20* {blocks}.\n */\nuint16_t {name}_early({inputs}, uint16_t *blocks);\n"
            )
        })
    }

    fn probabilities(&self, inputs: &str) -> Option<String> {
        let (name, scores, probabilities) =
            (self.name, self.given_scores(), format!("uint16_t probabilities[{}_OUTPUTS]", self.upper()));
        self.sections.calibration.map(|_| {
            format!(
                "/*\n * The probability of each class of raw readings, in units of 2^-16; with a single score, that of\n\
                 \x20* class 1. The same of scores that are known.\n */\n\
                 void {name}_probabilities({inputs}, {probabilities});\n\
                 void {name}_probabilities_of({scores}, {probabilities});\n"
            )
        })
    }

    fn interval(&self, inputs: &str) -> Option<String> {
        let (name, upper, score) = (self.name, self.upper(), self.types.score);
        let (scores, ends) =
            (self.given_scores(), format!("{score} low[{upper}_OUTPUTS], {score} high[{upper}_OUTPUTS]"));
        self.sections.interval.map(|_| {
            format!(
                "/*\n * The ends of the interval around each score of raw readings, in units of a score; the same of scores\n\
                 \x20* that are known.\n */\n\
                 void {name}_interval({inputs}, {ends});\nvoid {name}_interval_of({scores}, {ends});\n"
            )
        })
    }

    fn novelty(&self, inputs: &str) -> Option<String> {
        let (name, upper, scores) = (self.name, self.upper(), self.given_scores());
        self.sections.targets.map(|targets| {
            format!(
                "/*\n * The distance of raw readings from all classes, in units of 2^-11; above {upper}_NOVEL they are\n\
                 \x20* new. The same of scores that are known.\n */\n#define {upper}_NOVEL {}ul\n\
                 uint32_t {name}_novelty({inputs});\nuint32_t {name}_novelty_of({scores});\n",
                targets.limit
            )
        })
    }
}
