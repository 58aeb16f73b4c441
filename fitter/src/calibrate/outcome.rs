//! A fitted model with everything that choosing and calibrating add.

use super::early::Early;
use super::interval::Intervals;
use super::novelty::Novelty;
use super::probability::Probability;
use super::steady::SteadyAnswers;
use crate::choose::{Contested, FrontierPoint, Judged, WindowFeatures};
use crate::data::Schema;
use crate::fit::Fitted;
use crate::recipe::{Size, Steady};

/// A fitted model with everything that choosing and calibrating add.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The model.
    pub fitted: Fitted,
    /// The blocks that were judged on rows held out.
    pub tried: Vec<Judged>,
    /// Whether all windows chose the features of the blocks that were judged, so that these errors
    /// are too low.
    pub is_flattered: bool,
    /// Whether windows that took no part in choosing the features calibrated the model.
    pub is_recalibrated: bool,
    /// For rows that are predictable from neighbouring rows: the errors of a linear model and of
    /// the chosen one on blocks of consecutive rows held out whole.
    pub blocked: Option<[Judged; 2]>,
    /// The models of several sizes, the smallest first, where the size was chosen too.
    pub frontier: Vec<FrontierPoint>,
    /// The linear model that was fitted while choosing, if there was one.
    pub linear: Option<Fitted>,
    /// The calibration of probabilities, if the model has them.
    pub probability: Option<Probability>,
    /// The novelty limit, if the model has one.
    pub novelty: Option<Novelty>,
    /// The margins at which the model stops early, if it does.
    pub early: Option<Early>,
    /// The intervals around values, if the model has them.
    pub interval: Option<Intervals>,
    /// The rule that makes the answers of a stream steady, where it was chosen.
    pub steady: Option<SteadyAnswers>,
}

impl Outcome {
    /// Returns the model with the features of windows before it, for a file of these columns;
    /// `size` is that of all.
    pub fn with_windows(self, windows: &WindowFeatures, schema: &Schema, size: Size) -> Outcome {
        let asked = self.fitted.file.sheet.recipe.steady;
        let steady = self.steady.map_or_else(|| asked.and_then(Steady::rule), |found| found.found());
        let section = [&windows.section[..], steady.map(|steady| steady.to_bytes()).as_slice().as_flattened()].concat();
        let bytes = section.len();
        let point = |point: FrontierPoint| FrontierPoint { bytes: point.bytes + bytes, ..point };
        let frontier = self.frontier.into_iter().map(point).collect();
        let window = (&windows.signal, section.as_slice(), steady);
        let linear = self.linear.map(|linear| linear.with_windows(window, schema, size));
        let fitted = self.fitted.with_windows(window, schema, size);
        Outcome { fitted, linear, frontier, is_flattered: true, ..self }
    }

    /// The model with the errors of a contest between plans for windows. Those before are of
    /// features that all windows chose, and too low.
    #[must_use]
    pub fn contested(self, Contested { mut points, is_fair, any_size }: Contested) -> Outcome {
        if any_size {
            points.sort_by_key(|point| point.bytes);
            let tried = points.iter().filter(|point| point.taken).map(|point| point.judged).collect();
            return Outcome { tried, frontier: points, is_flattered: !is_fair, ..self };
        }
        let tried = if is_fair { points.iter().map(|point| point.judged).collect() } else { self.tried };
        Outcome { tried, is_flattered: !is_fair, ..self }
    }

    /// Returns whether the model has probabilities, a novelty limit or intervals.
    pub fn is_calibrated(&self) -> bool {
        self.probability.is_some() || self.novelty.is_some() || self.interval.is_some()
    }

    /// A fitted model to which nothing is added.
    pub fn of(fitted: Fitted) -> Outcome {
        let (tried, frontier) = (Vec::new(), Vec::new());
        let (blocked, linear, probability, novelty, early) = (None, None, None, None, None);
        let (interval, steady, is_flattered, is_recalibrated) = (None, None, false, false);
        Outcome {
            fitted,
            tried,
            is_flattered,
            is_recalibrated,
            blocked,
            frontier,
            linear,
            probability,
            novelty,
            early,
            interval,
            steady,
        }
    }
}
