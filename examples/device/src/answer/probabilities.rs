//! How probable each class is.

use crate::given::{INPUTS, OUTPUTS};
use crate::{Input, Model};

/// In units of 2^-16.
pub type Answer = u16;
/// One of each class, or one.
pub const ANSWERS: usize = OUTPUTS;

/// One prediction of probabilities; all zero where the model says none.
#[inline(never)]
pub fn predict(model: &Model, inputs: [Input; INPUTS]) -> ([Answer; ANSWERS], ()) {
    (model.probabilities(inputs).unwrap_or([0; OUTPUTS]), ())
}
