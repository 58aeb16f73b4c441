//! The class as soon as it is clear, and the blocks that it took.

use crate::given::INPUTS;
use crate::{Input, Model};

/// An index, or a count.
pub type Answer = u16;
/// Both.
pub const ANSWERS: usize = 2;

/// One prediction that may stop early.
#[inline(never)]
pub fn predict(model: &Model, inputs: [Input; INPUTS]) -> ([Answer; ANSWERS], ()) {
    let early = model.early(inputs);
    ([early.class, early.blocks], ())
}
