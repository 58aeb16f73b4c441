//! The configuration of the C files for a model.

use super::cell::Cell;
use super::source::Source;
use kernelet::Feature;
use kernelet::block::Form;
use kernelet::window::share;

impl Source<'_> {
    /// The macros that the C files are written with.
    pub(super) fn configuration(&self) -> String {
        let defined = |(name, value): &(&str, String)| format!("#define {name} {value}\n");
        format!(
            "/* The configuration. Names that other files see begin with the name of the model. */\n\
             #define KLT_NAME(word) {}_##word\n\
             #if !defined(KLT_LOCAL)\n#define KLT_LOCAL static\n#define KLT_INLINE static inline\n#endif\n{}{}\n",
            self.name,
            self.sizes_in_source().iter().map(defined).collect::<String>(),
            self.rescales(),
        )
    }

    fn sizes_in_source(&self) -> Vec<(&'static str, String)> {
        let (sections, upper) = (self.sections, self.upper());
        let mut sizes = vec![
            ("KLT_INPUTS", format!("{upper}_INPUTS")),
            ("KLT_OUTPUTS", format!("{upper}_OUTPUTS")),
            ("KLT_SCALE", format!("{upper}_SCALE")),
            ("KLT_GUARDS", sections.guards.len().to_string()),
            ("KLT_LOGARITHMS", sections.logarithms.count().to_string()),
        ];
        if let Some(window) = &sections.window {
            let own = ["CHANNELS", "LENGTH", "STRIDE"].map(|size| format!("{upper}_{size}"));
            sizes.extend(["KLT_CHANNELS", "KLT_LENGTH", "KLT_STRIDE"].into_iter().zip(own));
            sizes.push(("KLT_WINDOW_FEATURES", window.features.to_string()));
            sizes.push(("KLT_UP", share::up(window.length.into()).to_string()));
            sizes.extend(sections.steady.map(|_| ("KLT_STEADY", format!("{upper}_STEADY"))));
            let needs = |feature| u8::from(window.needs(feature)).to_string();
            sizes.push(("KLT_PAIRS_OF_CHANNELS", needs(Feature::Pairs)));
            sizes.push(("KLT_BANDS", needs(Feature::Bands)));
            sizes.push(("KLT_MISSING", format!("{upper}_MISSING")));
        }
        sizes.extend(sections.values.map(|_| ("KLT_SCALES", format!("{upper}_SCALES"))));
        sizes.extend(sections.interval.map(|interval| ("KLT_RANGES", interval.ranges.to_string())));
        sizes.extend(self.learning_sizes());
        if !sections.checkpoints.is_empty() {
            sizes.push(("KLT_MARGINS", (sections.checkpoints.len() / sections.layout.score).to_string()));
        }
        if sections.blocks.iter().any(|block| matches!(block.kind.form(), Form::Structured(_))) {
            sizes.push(("KLT_LANES", sections.scratch().to_string()));
        }
        sizes
    }

    /// The factors from scores to probabilities and to novelty, where the model has them.
    pub(super) fn rescales(&self) -> String {
        let probability = self.sections.calibration.map(|calibration| calibration.rescale);
        let novelty = self.sections.targets.map(|targets| targets.rescale);
        let cell = if self.types.is_fixed() { Cell::U32 } else { Cell::F32 };
        [("KLT_PROBABILITY_RESCALE", probability), ("KLT_NOVELTY_RESCALE", novelty)]
            .into_iter()
            .filter_map(|(name, rescale)| Some(format!("#define {name} {}\n", cell.texts(&rescale?).concat())))
            .collect()
    }
}
