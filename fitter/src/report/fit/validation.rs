//! The validation of the candidates that a fit chose from.

use super::held_out::HeldOut;
use super::measured::MeasuredFit;
use super::split::Split;
use crate::recipe::Blocks;
use crate::report::table::Line;
use serde::Serialize;

/// The errors of the candidates on held-out rows.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Validation {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tried: Vec<HeldOut>,
    /// A linear model and the best candidate by blocked cross-validation.
    #[serde(skip_serializing_if = "Option::is_none")]
    blocked: Option<[HeldOut; 2]>,
    #[serde(flatten)]
    split: Split,
}

impl Validation {
    pub fn of(fit: &MeasuredFit<'_>) -> Validation {
        let task = fit.outcome.fitted.file.device().header().task;
        Validation {
            tried: fit.outcome.tried.iter().map(|judged| HeldOut::of(judged, task, fit.train)).collect(),
            blocked: fit.outcome.blocked.map(|both| both.map(|judged| HeldOut::of(&judged, task, fit.train))),
            split: fit.split.clone(),
        }
    }

    pub fn lines(&self, has_test: bool) -> Vec<Line> {
        let tried = self.tried.iter();
        let mut lines: Vec<Line> =
            tried.map(|tried| ("tried", format!("{}: {} on held-out rows", tried.blocks, tried.error()))).collect();
        let rows = match (has_test, lines.is_empty()) {
            (true, _) => "test rows",
            (false, false) => "held-out rows",
            (false, true) => return lines,
        };
        lines.extend(self.split.text(rows).map(|split| ("split", split)));
        lines
    }

    /// Returns the outcome of blocked cross-validation, where there was one, for a model of the
    /// blocks `taken`.
    pub fn remark(&self, taken: Blocks) -> Option<String> {
        let [linear, best] = self.blocked.as_ref()?;
        let [linear_error, error] = [linear, best].map(HeldOut::error);
        let by = "by blocked cross-validation, on whole runs of neighbouring rows,";
        Some(match (best.blocks, taken) {
            (Blocks::LINEAR, _) => format!("{by} the linear model has {linear_error}"),
            (blocks, Blocks::LINEAR) => {
                format!("{by} a linear model has {linear_error} and {blocks} {error}: the linear model is taken")
            }
            (blocks, _) => format!("{by} {blocks} has {error}, a linear model {linear_error}"),
        })
    }
}
