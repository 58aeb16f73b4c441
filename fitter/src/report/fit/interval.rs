//! The prediction intervals of a fitted model.

use crate::calibrate::interval::{Coverage, Intervals};
use crate::error::text::percent;
use crate::report::answers::covered;
use crate::report::table::Line;
use serde::Serialize;

/// The intervals of a model, and how many values lie in theirs.
#[derive(Clone, Debug, Serialize)]
pub(super) struct IntervalSummary {
    /// The share of values that lie in their intervals: of test rows, else of rows held out.
    coverage: f64,
    /// The mean width of an interval, of several targets absent.
    width: Option<f64>,
    #[serde(flatten)]
    found: Intervals,
    /// The coverage of test rows, as the device finds it.
    test: Option<Coverage>,
}

impl IntervalSummary {
    pub fn of(found: Intervals, test: Option<Coverage>) -> IntervalSummary {
        let measured = test.as_ref().unwrap_or(&found.heldout);
        let width = match measured.widths[..] {
            [width] => Some(width),
            _ => None,
        };
        IntervalSummary { coverage: measured.coverage, width, found, test }
    }

    /// Returns a remark where test rows say that fewer values than promised lie in their intervals.
    pub fn remark(&self) -> Option<String> {
        let test = self.test.as_ref().filter(|test| test.coverage_interval[1] < self.found.level)?;
        let [found, promised] = [test.coverage, self.found.level].map(percent);
        Some(format!(
            "{found} % of the test rows lie in their intervals, not {promised} %: they may differ from training rows, \
             or do so by chance"
        ))
    }

    pub fn line(&self) -> Line {
        let (measured, on) = match &self.test {
            Some(test) => (test, "test rows"),
            None => (&self.found.heldout, "held-out rows"),
        };
        ("interval", covered(measured, on))
    }
}
