//! The validation of the candidates that a fit chose from.

use super::held_out::{HeldOut, HeldOutRows};
use super::measured::MeasuredFit;
use super::split::Split;
use crate::data::Groups;
use crate::recipe::Blocks;
use crate::report::table::Line;
use serde::Serialize;

/// What is said where held-out windows took part in selecting features.
const FLATTERED: &str = "all training windows selected the features, so the errors on held-out ones are too low: judge \
                         the model by test windows";

/// What is said where such windows are the only ones that the model is measured on.
const SEEN: &str =
    "all training windows selected the features, so the errors on them are too low: judge the model by test windows";

/// What is said where such windows calibrated the model.
const CALIBRATED: &str = "all training windows selected the features and calibrated the model, so its probabilities, \
                          limits and intervals are too sure: allow more --seconds";

/// What is said where the time ended before rows that are like their neighbours were held out
/// together.
const UNCONFIRMED: &str = "--seconds left no time for blocked cross-validation: a linear model may do better on other \
                           times and subjects";

/// The errors of the candidates on held-out rows.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Validation {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tried: Vec<HeldOut>,
    /// A linear model and the best candidate by blocked cross-validation.
    #[serde(skip_serializing_if = "Option::is_none")]
    blocked: Option<[HeldOut; 2]>,
    #[serde(skip)]
    is_flattered: bool,
    #[serde(skip)]
    is_calibrated: bool,
    #[serde(skip)]
    has_test: bool,
    #[serde(skip)]
    is_unconfirmed: bool,
    #[serde(flatten)]
    split: Split,
}

impl Validation {
    pub fn of(fit: &MeasuredFit<'_>, rows: HeldOutRows) -> Validation {
        Validation {
            tried: fit.outcome.tried.iter().map(|judged| HeldOut::of(judged, rows)).collect(),
            blocked: fit.outcome.blocked.map(|both| both.map(|judged| HeldOut::of(&judged, rows))),
            is_flattered: fit.outcome.is_flattered,
            is_calibrated: fit.outcome.is_calibrated() && !fit.outcome.is_recalibrated,
            has_test: fit.test.is_some(),
            is_unconfirmed: fit.outcome.blocked.is_none()
                && matches!(fit.train.groups, Groups::Blocked(_))
                && (fit.recipe.blocks, fit.recipe.seconds.is_some()) == (None, true),
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

    /// Returns remarks on the errors, for a model of the blocks `taken`; `has_linear` where that of
    /// a linear model is told beside them.
    pub fn remarks(&self, taken: Blocks, has_linear: bool) -> impl Iterator<Item = String> {
        let flattered = match has_linear || !self.tried.is_empty() {
            _ if !self.is_flattered => None,
            true => Some(FLATTERED),
            false => (!self.has_test).then_some(SEEN),
        };
        let is_unconfirmed = self.is_unconfirmed && taken != Blocks::LINEAR;
        let calibrated = (self.is_flattered && self.is_calibrated).then_some(CALIBRATED);
        let others = [flattered, calibrated, is_unconfirmed.then_some(UNCONFIRMED)];
        self.blocked(taken).into_iter().chain(others.into_iter().flatten().map(str::to_owned))
    }

    /// Returns the outcome of blocked cross-validation, where there was one.
    fn blocked(&self, taken: Blocks) -> Option<String> {
        let [linear, best] = self.blocked.as_ref()?;
        let [linear_error, error] = [linear, best].map(HeldOut::error);
        let by = "by blocked cross-validation, on whole runs of neighbouring rows,";
        Some(match (best.blocks, taken) {
            (Blocks::LINEAR, _) => format!("{by} the linear model has {linear_error}"),
            (blocks, Blocks::LINEAR) => {
                format!("{by} a linear model has {linear_error} and {blocks} {error}: the linear model is taken")
            }
            (blocks, _) if best.is_worse_than(linear) => format!(
                "{by} {blocks} has {error} and a linear model {linear_error}, which is no better than a constant: expect \
                 as much on other times and subjects"
            ),
            (blocks, _) => format!("{by} {blocks} has {error}, a linear model {linear_error}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A linear model without held-out errors, of windows.
    fn validation(is_flattered: bool, has_test: bool) -> Validation {
        Validation {
            tried: Vec::new(),
            blocked: None,
            is_flattered,
            is_calibrated: false,
            has_test,
            is_unconfirmed: false,
            split: Split::of(&Groups::Independent, None, has_test),
        }
    }

    fn remarks(is_flattered: bool, has_linear: bool, has_test: bool) -> Vec<String> {
        validation(is_flattered, has_test).remarks(Blocks::LINEAR, has_linear).collect()
    }

    #[test]
    fn calibration_by_windows_that_selected_features_is_told() {
        let remarks = |is_flattered| {
            let validation = Validation { is_calibrated: true, ..validation(is_flattered, true) };
            validation.remarks(Blocks::LINEAR, false).collect::<Vec<_>>()
        };
        assert_eq!((remarks(true), remarks(false)), (vec![CALIBRATED.to_owned()], Vec::new()));
    }

    #[test]
    fn errors_on_windows_that_selected_features_never_stand_alone() {
        assert_eq!(remarks(true, false, false), [SEEN]);
        assert_eq!(remarks(true, true, false), [FLATTERED]);
        assert_eq!(remarks(true, false, true), [""; 0]);
        assert_eq!(remarks(false, true, false), [""; 0]);
    }
}
