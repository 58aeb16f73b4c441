//! The calls that add the blocks of a model to its scores.

use super::kinds::Loop;
use super::source::Source;
use kernelet::wire::{BlockSections, Projection};

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
        let Loop { name, words, .. } = Loop::of(block.kind);
        let size = self.sections.layout.scale;
        let arrays = match block.projection {
            Projection::Dense { .. } => format!("rows_{n}, {}s_{n}, head_{n}", words.unwrap_or_default()),
            Projection::Structured { seed, scales, .. } => {
                format!("{seed}u, scales_{n}, {}, weights_{n}, head_{n}", scales.len() / size)
            }
            Projection::Seeded { seed, scales, .. } => {
                format!("{seed}u, scales_{n}, {}, weights_{n}, candidates_{n}, head_{n}", scales.len() / size - 1)
            }
            Projection::Ferns(ferns) => {
                format!("depths_{n}, indices_{n}, thresholds_{n}, leaves_{n}, {}", ferns.shift)
            }
        };
        format!("add_{name}({arrays}, {}, x, scores)", block.count)
    }
}
