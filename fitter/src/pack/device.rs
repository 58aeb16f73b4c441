//! A packed model on an emulated device, whatever its number format.

use super::raw::Raw;
use kernelet::answer::{Early, Novelty, Steady};
use kernelet::block::{Kind, Sizes};
use kernelet::window::Section;
use kernelet::wire::Header;
use nalgebra::DMatrix;

/// The answer of the device for one row.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The scores: integers, or single precision; both exact in `f64`.
    pub scores: Vec<f64>,
    /// The value of each score in the unit of its target; empty for classes.
    pub values: Vec<f32>,
    /// The class, or the first value.
    pub decision: Decision,
}

/// A class or a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Decision {
    /// The index of a class.
    Class(u16),
    /// A value in the target's unit.
    Value(f32),
}

/// A packed model on an emulated device.
pub trait Device: Send + Sync {
    /// Returns the model's header.
    fn header(&self) -> &Header;

    /// Returns the kind of each block with its own sizes.
    fn parts(&self) -> Vec<(Kind, Sizes)>;

    /// Returns the number of features and ferns, and the bytes of their sections.
    fn sizes(&self) -> Sizes;

    /// Returns the words of scratch that a prediction needs.
    fn scratch(&self) -> usize;

    /// Returns the number of inputs with a logarithm.
    fn logarithms(&self) -> usize;

    /// Returns the windows whose features are the first inputs, if there are any.
    fn window(&self) -> Option<Section<'_>>;

    /// Returns what makes the answers of a stream steady, if there is something.
    fn steady(&self) -> Option<Steady>;

    /// Returns golden vectors with the readings of windows in the place of their features.
    fn of_pushes(&self, golden: &[u8], pushes: &[Vec<i16>]) -> Vec<u8>;

    /// Returns whether the model gives the probabilities of classes.
    fn has_probabilities(&self) -> bool;

    /// Returns whether the model gives the novelty of a row.
    fn has_novelty(&self) -> bool;

    /// Returns the bytes of RAM for a prediction's readings, scores, probabilities and scratch.
    fn ram_bytes(&self) -> usize;

    /// Returns the features of each row, `features x rows`; a full cosine is one.
    fn features(&self, raw: &Raw) -> DMatrix<f64>;

    /// Returns the values that rows and ferns read, `inputs x rows`, in raw units.
    fn inputs(&self, raw: &Raw) -> DMatrix<f64>;

    /// Returns the answers, row by row.
    fn answers(&self, raw: &Raw) -> Vec<Answer>;

    /// Returns the probability of each class for each row, in units of 2^-16, of two classes that
    /// of the second; `None` where the model gives none.
    fn probabilities(&self, raw: &Raw) -> Option<Vec<Vec<u16>>>;

    /// Returns the novelty of each row; `None` where the model gives none.
    fn novelties(&self, raw: &Raw) -> Option<Vec<Novelty>>;

    /// Returns the value of one unit of each score.
    fn scales(&self) -> Vec<f32>;

    /// Returns whether the model gives intervals around values.
    fn has_interval(&self) -> bool;

    /// Returns the ends of the interval around each value of each row, in the unit of its target;
    /// `None` where the model gives none.
    fn intervals(&self, raw: &Raw) -> Option<Vec<Vec<[f32; 2]>>>;

    /// Returns the number of blocks with a checkpoint behind them.
    fn checkpoints(&self) -> usize;

    /// Returns the class of each row as soon as it is clear, and the number of blocks until then.
    fn early(&self, raw: &Raw) -> Vec<Early>;

    /// Returns golden vectors of each row's inputs and probabilities; `None` where the model gives
    /// none.
    fn golden_probabilities(&self, raw: &Raw) -> Option<Vec<u8>>;

    /// Returns golden vectors of each row's inputs, the lower ends of the intervals around its
    /// scores, and the upper ones; `None` where the model gives none.
    fn golden_interval(&self, raw: &Raw) -> Option<Vec<u8>>;

    /// Returns golden vectors of each row's inputs, its class as soon as it is clear, and the
    /// number of blocks until then.
    fn golden_early(&self, raw: &Raw) -> Vec<u8>;

    /// Returns golden vectors of each row's inputs and scores, in the words of the format.
    fn golden(&self, raw: &Raw) -> Vec<u8>;

    /// Returns a score as text that reads back to the same bits.
    fn score_text(&self, score: f64) -> String;
}
