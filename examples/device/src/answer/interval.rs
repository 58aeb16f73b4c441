//! The ends of intervals.

use crate::given::{INPUTS, Number, OUTPUTS};
use crate::{Input, Model};
use kernelet::Format;

/// An end.
pub type Answer = <Number as Format>::Score;
/// The lower ends, then the upper ones.
pub const ANSWERS: usize = 2 * OUTPUTS;

/// The ends around each score; zero where the model has no intervals.
#[inline(never)]
pub fn predict(model: &Model, inputs: [Input; INPUTS]) -> ([Answer; ANSWERS], ()) {
    let mut answers = [Answer::default(); ANSWERS];
    if let Some(ends) = model.interval(inputs) {
        answers.iter_mut().zip(ends.as_flattened()).for_each(|(answer, end)| *answer = *end);
    }
    (answers, ())
}
