//! The schedule of a training.

/// How to train.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Schedule {
    /// Times that every row is learnt from.
    pub epochs: usize,
    /// The highest rate of the cycle.
    pub rate: f64,
    /// The deviation of the noise on standardised inputs.
    pub noise: f64,
    /// What is added to the gradient for each unit of a frequency or a head weight.
    pub decay: f64,
    /// The same for the head's weights alone.
    pub shrinkage: f64,
    /// What the loss of the scores after each [stage](crate::calibrate::early) but the last one counts; with 0 there is one stage.
    pub earlier: f64,
    /// What orders and noise are drawn from.
    pub seed: u64,
    /// Whether a batch is shared among threads; the result is the same.
    pub parallel: bool,
    /// Whether to use the same instructions on every processor, for the same bits on all of them.
    pub portable: bool,
}
