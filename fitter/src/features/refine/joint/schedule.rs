//! The schedule of a training.

/// The hyperparameters of a training.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Schedule {
    /// The number of epochs.
    pub epochs: usize,
    /// The peak rate of the cycle.
    pub rate: f64,
    /// The deviation of the noise on standardised inputs.
    pub noise: f64,
    /// The weight decay of frequencies and head, added to the gradient per unit.
    pub decay: f64,
    /// The further decay of the head alone.
    pub shrinkage: f64,
    /// The weight of the loss after each [stage](crate::recipe::stages) but the last one; with 0
    /// there is one stage.
    pub earlier: f64,
    /// The number of parts of many features that are trained apart, each with a head of its own.
    /// The model is their mean: this is bagging's average without its samples (Breiman 1996), and
    /// keeps many features from learning the noise together.
    pub parts: usize,
    /// The powers of two by which frequencies are larger than those given, at the start.
    pub octaves: i32,
    /// The number of pixels by which rows of a grid are moved, at most, another way in each epoch
    /// (virtual examples: Schölkopf, Burges and Vapnik 1996).
    pub shift: usize,
    /// The seed of order and noise.
    pub seed: u64,
    /// True if threads share a batch; the result is the same.
    pub parallel: bool,
    /// True if every processor is to use the same instructions, for the same bits on all of them.
    pub portable: bool,
}

impl Schedule {
    /// Returns true where another schedule trains the same model, by however many threads.
    pub fn is_same(&self, other: &Schedule) -> bool {
        Schedule { parallel: self.parallel, ..*other } == *self
    }
}
