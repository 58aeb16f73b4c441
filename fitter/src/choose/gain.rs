//! The gain of a model over a linear one.

use crate::data::{Table, Targets};
use crate::fit::Fitted;
use crate::metrics::{errors, interval};

/// The gain of a model over a linear one.
#[derive(Clone, Debug, PartialEq)]
pub struct Gain {
    /// The linear model's error less the other's: a share of rows, or a mean square for values.
    pub error: f64,
    /// The standard error of that difference.
    pub deviation: f64,
    /// The errors of both, the linear model's first.
    pub of: [f64; 2],
    /// The rows of the comparison.
    pub on: ComparedRows,
    /// The 95 % interval of the other model's error.
    pub interval: Option<[f64; 2]>,
}

/// The rows on which two models are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComparedRows {
    /// Test rows.
    Test,
    /// Training rows held out in turn.
    HeldOut,
    /// The same, each by its weight.
    WeightedHeldOut,
    /// The rows that both were fitted to, which flatter the larger model.
    Train,
}

impl ComparedRows {
    /// The name of the rows within a sentence.
    pub fn name(self) -> &'static str {
        match self {
            ComparedRows::Test => "test rows",
            ComparedRows::HeldOut => "rows held out",
            ComparedRows::WeightedHeldOut => "rows held out, by their weights",
            ComparedRows::Train => "the training rows themselves",
        }
    }
}

impl Gain {
    /// Returns whether the linear model is as good to within a standard error.
    pub fn is_none(&self) -> bool {
        self.error <= self.deviation
    }

    /// Returns whether the interval of the model's error is wider than its gain; errors of values
    /// are roots of mean squares.
    pub fn is_doubtful(&self, classes: bool) -> bool {
        let unit = |error: f64| if classes { error } else { error.sqrt() };
        let gain = unit(self.of[0]) - unit(self.of[1]);
        self.interval.is_some_and(|[low, high]| unit(high) - unit(low) > gain)
    }
}

/// The gain on rows that both models predict, with the deviation of the paired differences, as in
/// McNemar's test.
pub(super) fn paired([linear, model]: [&Fitted; 2], table: &Table, on: ComparedRows) -> Gain {
    let errors = [linear, model].map(|fitted| errors(&fitted.file, table));
    let rows = table.rows() as f64;
    let mean = |errors: &[f64]| errors.iter().sum::<f64>() / rows;
    let differences: Vec<f64> = errors[0].iter().zip(&errors[1]).map(|(linear, own)| linear - own).collect();
    let error = mean(&differences);
    let square = differences.iter().map(|difference| (difference - error).powi(2)).sum::<f64>() / rows;
    let together = table.groups.left_out_together(table.rows());
    let [effective, independent] =
        [&errors[1], &differences].map(|errors| interval::effective_sample_size(errors, &together));
    let interval = match table.targets {
        Targets::Classes { .. } => {
            Some(interval::share(errors[1].iter().sum::<f64>() as u64, table.rows() as u64, effective))
        }
        Targets::Values(_) => interval::mean_square(&errors[1], effective),
    };
    Gain { error, deviation: (square / independent).sqrt(), of: errors.map(|errors| mean(&errors)), on, interval }
}
