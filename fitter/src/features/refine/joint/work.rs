//! The work on a chunk of rows.

use super::loss::Loss;
use super::rows::TrainingRows;

/// What is done to a chunk.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// The rows to choose from.
    pub rows: &'a TrainingRows,
    /// Those chosen, at most [`ROWS`](super::chunk::ROWS).
    pub chosen: &'a [u32],
    /// The parameters, as the shape has them.
    pub parameters: &'a [f32],
    /// The deviation of the noise on the inputs.
    pub noise: f32,
    /// Where the noise comes from.
    pub keys: [u32; 2],
    /// What to descend: a loss, and the weight of a row. Without, the scores are all.
    pub loss: Option<(Loss, f32)>,
    /// What the loss of scores after each stage but the last one counts.
    pub earlier: f32,
    /// Whether to use the same instructions on every processor.
    pub portable: bool,
}
