//! The scores, which an application would decide by.

use crate::given::{INPUTS, Number, OUTPUTS};
use crate::{Input, Model};
use kernelet::Format;
use kernelet::answer::decide;

/// A score.
pub type Answer = <Number as Format>::Score;
/// One of each class, or one.
pub const ANSWERS: usize = OUTPUTS;

/// One prediction, scores and decision.
#[inline(never)]
pub fn predict(model: &Model, inputs: [Input; INPUTS]) -> ([Answer; ANSWERS], u16) {
    let scores = model.scores(inputs);
    let class = decide::class(&scores);
    (scores, class)
}
