//! The options of joint learning.

use super::schedule::Schedule;
use crate::data::PARTS;
use crate::search::Search;

/// The options of [joint learning](super::learn).
#[derive(Clone, Copy, Debug)]
pub struct Learning<'a> {
    /// The number of epochs.
    pub epochs: usize,
    /// The number of parts that the rows are cut into.
    pub parts: usize,
    /// The number of parts held out in turn; with none and a schedule, no error is estimated.
    pub folds: usize,
    /// False if the model of one fold will do, since its error alone is wanted.
    pub whole: bool,
    /// The number of starts of the last training, of which the best is taken.
    pub starts: usize,
    /// True if the bandwidth of the start is open: others are tried too.
    pub spreads: bool,
    /// The known error of a rival: the first fold alone is judged where the rival is far better on
    /// it; infinite where there is none.
    pub rival: f64,
    /// True if a longer schedule than the known one is looked for, and no error is estimated.
    pub longer: bool,
    /// The seed of everything random.
    pub seed: u64,
    /// True if every processor is to use the same instructions, for the same bits on all of them.
    pub portable: bool,
    /// The schedule, where it is known already.
    pub schedule: Option<Schedule>,
    /// True if the scores after each [stage](crate::recipe::stages) are trained too, for early
    /// stopping.
    pub early: bool,
    /// The time limit of the search for a schedule, and the errors known from before.
    pub search: Search<'a>,
}

impl Default for Learning<'_> {
    fn default() -> Self {
        Learning {
            epochs: 200,
            parts: PARTS,
            folds: 3,
            whole: true,
            starts: 1,
            spreads: true,
            rival: f64::INFINITY,
            longer: false,
            seed: 0,
            portable: false,
            schedule: None,
            early: false,
            search: Search::default(),
        }
    }
}
