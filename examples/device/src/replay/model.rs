//! One prediction by the model.

use crate::given::{INPUTS, Number, OUTPUTS, SCRATCH};
use crate::row::{Row, inputs};
use crate::{Input, Score};

/// The model with its shape.
pub type Model<'a> = kernelet::Model<'a, Number, INPUTS, OUTPUTS, SCRATCH>;

/// Rows come without answers.
pub const ANSWERS: usize = 0;
/// What they would be.
pub type Answer = Score;

/// What is said of a model that the build did not look at.
pub const WRONG_MODEL: &str = "the model in flash is damaged";

/// The scores of a row.
#[inline(always)]
pub fn scores(row: &Row) -> [Score; OUTPUTS] {
    let (model, ready) = (row.model(), row.ready());
    predict(model, inputs(ready))
}

#[inline(never)]
fn predict(model: &Model, inputs: [Input; INPUTS]) -> [Score; OUTPUTS] {
    model.scores(inputs)
}
