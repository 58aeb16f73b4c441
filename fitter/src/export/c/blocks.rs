//! The calls that add the blocks of a model to its scores.

use super::kinds::Loop;
use super::source::Source;
use kernelet::block::{Count, Field, Patch};
use kernelet::wire::{BlockSections, FieldBytes, Projection};

impl Source<'_> {
    /// The macro that lists the blocks.
    pub(super) fn blocks(&self) -> String {
        let calls = self.sections.blocks.iter().zip(1..);
        let lines = calls.map(|(block, number)| format!(" \\\n    BLOCK({number}, {})", self.call(number, &block)));
        format!(
            "/* Each block by its number, counted from one, and the call that adds it to the scores. */\n\
             #define KLT_BLOCKS(BLOCK){}\n\n",
            lines.collect::<String>()
        )
    }

    fn call(&self, n: u16, block: &BlockSections<'_>) -> String {
        if block.count == 0 {
            return "(void)0".to_owned();
        }
        let arrays = match block.projection {
            Projection::Rows(fields) => {
                fields.iter().map(|field| argument(n, field) + ", ").collect::<String>() + &format!("head_{n}")
            }
            Projection::Ferns(ferns) => {
                format!("depths_{n}, indices_{n}, thresholds_{n}, leaves_{n}, {}", ferns.shift)
            }
        };
        let kept = match (self.sections.learning, block.projection) {
            (Some(_), Projection::Rows(_)) => format!(", kept ? kept + {} : 0", self.features_before(n)),
            _ => String::new(),
        };
        format!("add_{}({arrays}, {}, x, scores{kept})", Loop::of(block.kind).name, block.count)
    }
}

impl Source<'_> {
    /// The number of features of the blocks before one.
    fn features_before(&self, n: u16) -> u32 {
        let before = self.sections.blocks.iter().take(usize::from(n) - 1);
        let rows = before.filter(|block| matches!(block.projection, Projection::Rows(_)));
        rows.map(|block| u32::from(block.count)).sum()
    }
}

/// A field as an argument: a seed, or an array, with its length where that is its own, or the mask
/// of its indices where the length is a power of two.
fn argument(n: u16, words: FieldBytes<'_>) -> String {
    let Field { name, count, .. } = words.field;
    if let Some(Patch { height, width, stride }) = words.patch() {
        return format!("{height}, {width}, {stride}");
    }
    match (words.seed(), count) {
        (Some(seed), _) => format!("{seed}u"),
        (None, Count::Counted) => format!("{name}_{n}, {}", words.count),
        (None, Count::Power) => format!("{name}_{n}, {}", words.count - 1),
        (None, Count::One | Count::Features) => format!("{name}_{n}"),
    }
}
