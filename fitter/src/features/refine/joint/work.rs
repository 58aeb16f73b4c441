//! The work on a chunk of rows.

use super::loss::Loss;
use super::rows::TrainingRows;

/// The rows of a chunk, the parameters, and the computation.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// The rows to choose from.
    pub rows: &'a TrainingRows,
    /// The chosen rows, at most [`ROWS`](super::chunk::ROWS).
    pub chosen: &'a [u32],
    /// The parameters, in the layout of the shape.
    pub parameters: &'a [f32],
    /// The deviation of the noise on the inputs.
    pub noise: f32,
    /// The number of pixels by which rows of a grid are moved, at most.
    pub shift: usize,
    /// The keys of the noise's random numbers.
    pub keys: [u32; 2],
    /// The loss and the weight of a row, for the gradient; none for the scores alone.
    pub loss: Option<(Loss, f32)>,
    /// The weight of the loss after each stage but the last one.
    pub earlier: f32,
    /// True if every processor is to use the same instructions.
    pub portable: bool,
}
