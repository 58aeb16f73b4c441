//! The answers of a fitted model beside its scores and class.

use super::early::EarlySummary;
use super::interval::IntervalSummary;
use super::measured::MeasuredFit;
use super::novelty::NoveltySummary;
use super::probability::ProbabilitySummary;
use super::steady::steady_line;
use crate::calibrate::MeasuredAnswers;
use crate::calibrate::steady::SteadyAnswers;
use crate::report::table::Line;
use serde::Serialize;

/// Probabilities, novelty, early answers and intervals, those that were asked for.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Answers {
    #[serde(skip_serializing_if = "Option::is_none")]
    probability: Option<ProbabilitySummary>,
    #[serde(skip_serializing_if = "Option::is_none")]
    novelty: Option<NoveltySummary>,
    #[serde(skip_serializing_if = "Option::is_none")]
    early: Option<EarlySummary>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interval: Option<IntervalSummary>,
    #[serde(rename = "steady_answers", skip_serializing_if = "Option::is_none")]
    steady: Option<SteadyAnswers>,
}

impl Answers {
    pub fn of(fit: &MeasuredFit<'_>) -> Answers {
        let (outcome, fitted) = (fit.outcome, &fit.outcome.fitted);
        let test = fit.test.map(|test| MeasuredAnswers::of(&fitted.file, test)).unwrap_or_default();
        Answers {
            probability: outcome.probability.map(|found| ProbabilitySummary::of(found, test.probability)),
            novelty: outcome.novelty.map(|found| NoveltySummary::of(found, test.novelty)),
            steady: outcome.steady,
            interval: outcome.interval.clone().map(|found| IntervalSummary::of(found, test.interval)),
            // a model of one block has nothing to stop after
            early: outcome
                .early
                .clone()
                .filter(|_| fitted.file.device().checkpoints() > 0)
                .map(|found| EarlySummary::of(found, test.early, &fitted.file)),
        }
    }

    /// Returns a remark on what the answers promise and do not hold.
    pub fn remark(&self) -> Option<String> {
        self.interval.as_ref().and_then(IntervalSummary::remark)
    }

    pub fn lines(&self) -> Vec<Line> {
        let probability = self.probability.iter().map(ProbabilitySummary::line);
        let novelty = self.novelty.iter().map(NoveltySummary::line);
        let early = self.early.iter().map(EarlySummary::line);
        let interval = self.interval.iter().map(IntervalSummary::line);
        probability.chain(novelty).chain(early).chain(interval).chain(self.steady.as_ref().map(steady_line)).collect()
    }
}
