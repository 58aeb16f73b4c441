//! What features are learned for.

/// What features are learned for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// A model of all rows.
    Model,
    /// The same, the best of several starts.
    BestModel,
    /// A longer schedule than the known one, where that has a lower error on rows held out: the
    /// features are those of one fold.
    LongerSchedule,
    /// A model of all rows, and its estimated error on rows held out, which takes a training on
    /// each fold.
    JudgedModel,
    /// The estimated error alone: the features are those of one fold.
    Error,
    /// The same beside the known error of a rival: where the first fold shows that the rival is far
    /// better, its error is the estimate.
    ErrorBeside(f64),
}
