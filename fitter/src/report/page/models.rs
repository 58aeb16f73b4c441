//! The models that were tried, and the front of those that no smaller one equals.

use super::subject::{ShownCore, Subject};
use crate::error::text::significant;
use crate::fit::Fitted;
use crate::metrics::Metrics;
use crate::pack::size;
use crate::recipe::{Blocks, Number};
use crate::report::figure::share;
use crate::search::ModelSize;

/// A model that was tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// Its parts and its number format.
    pub name: String,
    /// Whether it is a linear model.
    pub is_linear: bool,
    /// Its size.
    pub size: ModelSize,
    /// The error: a share of rows, or a mean square.
    pub error: f64,
    /// Whether it is the one that was taken.
    pub is_taken: bool,
}

/// The models that were tried, and how their errors are shown.
#[derive(Clone, Debug)]
pub struct Models {
    /// The models.
    pub tried: Vec<Tried>,
    /// The number of further models whose sizes are not known any more.
    pub unknown: usize,
    /// Whether errors are shares of rows.
    pub is_share: bool,
    /// The rows of the errors; of rows held out where there was a choice.
    pub rows: &'static str,
    /// Whether there was a choice.
    pub has_choice: bool,
    /// The core whose instructions are shown.
    pub core: ShownCore,
}

impl Tried {
    fn of(fitted: &Fitted, error: f64, is_taken: bool) -> Tried {
        Tried {
            name: name(fitted.blocks(), fitted.file.sheet.recipe.number),
            is_linear: fitted.blocks() == Blocks::LINEAR,
            size: size(&fitted.file),
            error,
            is_taken,
        }
    }
}

fn name(blocks: Blocks, number: Option<Number>) -> String {
    let number = number.map_or(String::new(), |number| format!(", {number}"));
    format!("{}{number}", blocks.to_string().replace(',', " + "))
}

impl Models {
    /// The models of a fit: those judged on rows held out, else its own and a linear one.
    pub fn of(subject: &Subject<'_>) -> Models {
        let tried: Vec<Tried> = judged(subject);
        let unknown = subject.candidates.len() - tried.len();
        let held_out = subject.held_out().filter(|_| !tried.is_empty());
        let own = |error: f64| Tried::of(&subject.fit.outcome.fitted, error, true);
        let (own, mut tried, rows) = match held_out {
            Some(held_out) => (own(held_out.error), tried, subject.rows_held_out()),
            None => (own(error(subject.metrics())), baseline(subject), subject.rows().1),
        };
        // what was judged is this model, but for the rows of a fold
        tried.retain(|other| other.name != own.name || other.error != own.error);
        tried.push(own);
        let (is_share, has_choice) = (subject.has_classes(), held_out.is_some());
        Models { tried, unknown, is_share, rows, has_choice, core: subject.core() }
    }

    /// What is shown of an error.
    pub fn measure(&self) -> &'static str {
        if self.is_share { "Accuracy" } else { "Error" }
    }

    /// An error as it is shown: the share of right answers in per cent, or a root mean square.
    pub fn shown(&self, error: f64) -> f64 {
        if self.is_share { 100.0 * (1.0 - error) } else { error.sqrt() }
    }

    /// An error as a text.
    pub fn text(&self, error: f64) -> String {
        if self.is_share { share(1.0 - error) } else { significant(error.sqrt(), 4) }
    }

    /// The models that none of at most their size equals, the smallest first.
    pub fn front(&self, size: impl Fn(&ModelSize) -> f64) -> Vec<&Tried> {
        let mut all: Vec<&Tried> = self.tried.iter().collect();
        all.sort_by(|a, b| size(&a.size).total_cmp(&size(&b.size)).then(a.error.total_cmp(&b.error)));
        let mut front: Vec<&Tried> = Vec::new();
        for tried in all {
            if front.last().is_none_or(|last| tried.error < last.error) {
                front.push(tried);
            }
        }
        front
    }

    /// The model that was taken.
    pub fn taken(&self) -> Option<&Tried> {
        self.tried.iter().find(|tried| tried.is_taken)
    }

    /// The linear model with the lowest error.
    pub fn linear(&self) -> Option<&Tried> {
        self.tried.iter().filter(|tried| tried.is_linear).min_by(|a, b| a.error.total_cmp(&b.error))
    }
}

/// The candidates that were judged, as far as their sizes are known.
fn judged(subject: &Subject<'_>) -> Vec<Tried> {
    let known = subject.candidates.iter().filter_map(|candidate| {
        Some(Tried {
            name: name(candidate.blocks, Some(candidate.number)),
            is_linear: candidate.blocks == Blocks::LINEAR,
            size: candidate.size?,
            error: candidate.error,
            is_taken: false,
        })
    });
    known.collect()
}

/// The linear model to compare with, unless the model is that one.
fn baseline(subject: &Subject<'_>) -> Vec<Tried> {
    let other = subject.summary.baseline().filter(|baseline| baseline.fitted.file.model != subject.file().model);
    let tried = other
        .map(|baseline| Tried::of(&baseline.fitted, error(baseline.test.as_ref().unwrap_or(&baseline.train)), false));
    tried.into_iter().collect()
}

/// The error of a candidate's unit from metrics: a share of rows, or a mean square.
fn error(metrics: &Metrics) -> f64 {
    match metrics {
        Metrics::Classification { error, .. } => *error,
        Metrics::Regression { rmse, .. } => rmse * rmse,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::Core;

    /// Of equal errors the smaller model is on the front, of equal sizes the better one.
    #[test]
    fn the_front_has_the_models_that_no_smaller_one_equals() {
        let tried = |(bytes, error): (usize, f64)| Tried {
            name: bytes.to_string(),
            is_linear: false,
            size: ModelSize { bytes, instructions: Some([10_000 - bytes as u64; 8]) },
            error,
            is_taken: false,
        };
        let tried = [(800, 0.1), (100, 0.3), (200, 0.3), (200, 0.2), (400, 0.25), (900, 0.1)].map(tried).to_vec();
        let models = Models {
            tried,
            unknown: 0,
            is_share: true,
            rows: "rows held out",
            has_choice: true,
            core: ShownCore::of(Core::CortexM4),
        };
        let sizes = |front: Vec<&Tried>| front.iter().map(|tried| tried.size.bytes).collect::<Vec<_>>();
        assert_eq!(sizes(models.front(|size| size.bytes as f64)), [100, 200, 800]);
        let instructions = |size: &ModelSize| size.instructions.map_or(0.0, |counts| counts[1] as f64);
        assert_eq!(sizes(models.front(instructions)), [900]);
    }
}
