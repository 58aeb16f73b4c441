//! The summary of a fit.

use super::all_rows::AllRows;
use super::answers::Answers;
use super::errors::Errors;
use super::features::FeatureSummary;
use super::head::HeadSummary;
use super::inputs::InputSummary;
use super::linear::Linear;
use super::measured::MeasuredFit;
use super::shape::ShapeSummary;
use super::sized_error::SizedError;
use super::validation::Validation;
use crate::choose::{Baseline, Comparison};
use crate::data::{coarse_inputs, merged_inputs};
use crate::error::text::percent;
use crate::metrics::Metrics;
use crate::pack::Guarantee;
use crate::recipe::Blocks;
use crate::report::summary::Summary;
use crate::report::table::{Line, table};
use serde::Serialize;

/// A fitted model and its errors, as `fit` prints them.
#[derive(Clone, Debug, Serialize)]
pub struct FitSummary {
    #[serde(flatten)]
    features: FeatureSummary,
    #[serde(flatten)]
    head: HeadSummary,
    #[serde(flatten)]
    shape: ShapeSummary,
    #[serde(flatten)]
    inputs: InputSummary,
    #[serde(flatten)]
    validation: Validation,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    frontier: Vec<SizedError>,
    #[serde(flatten)]
    errors: Errors,
    #[serde(flatten)]
    answers: Answers,
    linear: Option<Linear>,
    #[serde(skip_serializing_if = "Option::is_none")]
    all_rows: Option<AllRows>,
    /// The sentences on what makes the figures doubtful.
    pub remarks: Vec<String>,
    /// The time of the whole command in seconds.
    pub seconds: f64,
    seed: u64,
    #[serde(skip)]
    baseline: Option<Baseline>,
}

impl FitSummary {
    /// Measures a fit, and a linear model within the same budget.
    pub fn of(fit: &MeasuredFit<'_>) -> FitSummary {
        let MeasuredFit { outcome, recipe, schema, train, test, search, .. } = *fit;
        let (fitted, tried, linear) = (&outcome.fitted, &outcome.tried, outcome.linear.as_ref());
        let comparison = Comparison { train, test, schema, recipe, tried, linear, search };
        let linear = if comparison.is_fair(fitted) { comparison.linear(fitted).ok() } else { None };
        let rows = fit.held_out_rows();
        let (validation, errors, answers) = (Validation::of(fit, rows), Errors::of(fit), Answers::of(fit));
        let mut remarks = remarks(fit, (&validation, errors.judged()), linear.as_ref());
        remarks.extend(answers.remark());
        FitSummary {
            features: FeatureSummary::of(fitted),
            head: HeadSummary::of(fitted),
            shape: ShapeSummary::of(fitted),
            inputs: InputSummary::of(fit),
            remarks,
            validation,
            frontier: SizedError::all(fit, rows),
            errors,
            answers,
            linear: linear.as_ref().map(|linear| Linear::of(linear, rows)),
            all_rows: None,
            seconds: 0.0,
            seed: recipe.seed,
            baseline: linear,
        }
    }

    /// Returns the summary with what all rows of a large file were used for, and the metrics of all
    /// its test rows where they are more than those of `fit`.
    pub fn of_all(self, all_rows: Option<AllRows>, test: Option<Metrics>) -> FitSummary {
        let errors = match test {
            Some(test) => self.errors.with_test(test),
            None => self.errors,
        };
        FitSummary { all_rows, errors, ..self }
    }

    /// The linear model to compare with.
    pub(crate) fn baseline(&self) -> Option<&Baseline> {
        self.baseline.as_ref()
    }

    /// The metrics on test rows, else on training rows.
    pub(crate) fn metrics(&self) -> &Metrics {
        self.errors.judged()
    }

    /// The bound on rounding errors.
    pub(crate) fn certificate(&self) -> Option<&Guarantee> {
        self.errors.certificate()
    }

    /// The lines of the summary with this name.
    pub(crate) fn line(&self, name: &str) -> Option<String> {
        self.lines().into_iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    fn lines(&self) -> Vec<Line> {
        let mut lines: Vec<Line> = vec![("task", self.shape.task())];
        lines.extend(self.features.lines());
        lines.extend(self.shape.lines());
        lines.extend(self.inputs.line());
        lines.push(self.head.line());
        lines.extend(self.all_rows.as_ref().map(AllRows::line));
        lines.extend(self.validation.lines(self.errors.has_test()));
        lines.extend(self.frontier.iter().map(SizedError::line));
        lines.extend(self.errors.lines());
        lines.extend(self.answers.lines());
        lines.extend(self.linear.as_ref().map(Linear::line));
        lines.push(("time", format!("{:.1} s", self.seconds)));
        lines
    }
}

/// What is said where no row stops early.
const NEVER_EARLY: &str = "--early has no effect: every row takes all blocks";

/// Returns a remark where the rule for steady answers does harm.
fn worse_by_rule(metrics: &Metrics) -> Option<String> {
    let Metrics::Classification { error, error_raw: Some(raw), .. } = metrics else { return None };
    (error > raw).then(|| {
        let [error, raw] = [*error, *raw].map(percent);
        format!("steady answers err more: {error} % with the rule, {raw} % without; auto takes one only where it helps")
    })
}

/// Returns remarks on rare classes, blocked cross-validation, the linear model, and options that
/// did not help.
fn remarks(
    fit: &MeasuredFit<'_>,
    (validation, metrics): (&Validation, &Metrics),
    linear: Option<&Baseline>,
) -> Vec<String> {
    let file = &fit.outcome.fitted.file;
    let taken = file.sheet.recipe.blocks.unwrap_or(Blocks::COSINE);
    // a linear model is not compared with itself
    let other = linear.filter(|linear| linear.fitted.file.model != file.model);
    let mut remarks = fit.rare_classes();
    remarks.extend(fit.no_better_than_constant(metrics));
    remarks.extend(fit.never_answered(metrics));
    let scalings = &file.sheet.scalings;
    remarks.extend(match file.model.contract().is_fixed() {
        true => merged_inputs(&fit.train.inputs, |place, x| scalings[place].raw_fixed(x)),
        false => coarse_inputs(&fit.train.inputs),
    });
    let has_linear = fit.test.is_none() && linear.is_some_and(|linear| linear.held_out.is_some());
    remarks.extend(validation.remarks(taken, has_linear));
    remarks.extend(other.map(|linear| linear.remarks(file.model.bytes().len())).unwrap_or_default());
    remarks.extend(fit.outcome.early.as_ref().filter(|early| !early.stops()).map(|_| NEVER_EARLY.to_owned()));
    // a rule that was chosen is told with what it was chosen by
    remarks.extend(worse_by_rule(metrics).filter(|_| fit.outcome.steady.is_none() && fit.test.is_some()));
    remarks
}

impl Summary for FitSummary {
    fn text(&self) -> String {
        table(&self.lines())
    }
}
