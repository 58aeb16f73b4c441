//! The outcomes of the repeats of a trial.

/// The quantities of a trial, in the order of [`Outcomes::values`].
pub const QUANTITIES: [&str; 4] = ["error %", "choosing s", "training s", "testing s"];

/// The errors in per cent and the seconds, one for each repeat.
#[derive(Default)]
pub struct Outcomes {
    /// The test errors.
    pub errors: Vec<f64>,
    /// The seconds to find features.
    pub choosing: Vec<f64>,
    /// The seconds to fit the head.
    pub training: Vec<f64>,
    /// The seconds to test.
    pub testing: Vec<f64>,
}

impl Outcomes {
    /// Returns the values of each of [`QUANTITIES`].
    pub fn values(self) -> [Vec<f64>; 4] {
        [self.errors, self.choosing, self.training, self.testing]
    }
}
