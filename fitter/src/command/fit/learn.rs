//! The model of a fit: of the rows as they are, or of the features of windows.

use super::data::Data;
use super::series::SeriesOptions;
use super::session::{Ended, Session};
use crate::command::interrupt;
use crate::command::progress::Reporter;
use kernelet_fit::calibrate::recalibrate;
use kernelet_fit::choose::{self, Contest, Learner, PlanErrors, WindowPlan};
use kernelet_fit::error::Result;
use kernelet_fit::fit::Fitted;
use kernelet_fit::pack::cost::window_instructions;
use kernelet_fit::recipe::Recipe;
use kernelet_fit::search::{Record, Search, Stop, TimeLimit};
use std::sync::Arc;
use std::time::Instant;

/// What a model is learned with.
pub struct Learning<'a> {
    pub series: &'a SeriesOptions,
    /// The column of groups.
    pub group: Option<&'a str>,
    /// Opens the record of the search.
    pub record: &'a dyn Fn() -> Result<Record>,
    /// Whether the size of the model is chosen too.
    pub chooses_size: bool,
    pub reporter: Arc<Reporter>,
    pub started: Instant,
}

/// A model with the rows and the recipe that it was learned by.
pub struct LearnedFit {
    /// The rows, with the features of windows in the place of their samples.
    pub data: Arc<Data>,
    /// The recipe, with what those features leave of the flash.
    pub recipe: Recipe,
    pub ended: Ended,
}

impl Learning<'_> {
    /// Learns a model; of windows the best that one of their plans gives.
    pub fn learn(&self, data: Data, recipe: Recipe) -> Result<LearnedFit> {
        let of = (self.group, data.clock.as_ref());
        let time = recipe.seconds.and_then(|seconds| TimeLimit::of(self.started, seconds));
        let search = Search::default().within(time).reporting(&*self.reporter);
        let plans = self.series.plans(&data.train, (self.chooses_size, of), (&recipe, search))?;
        match plans {
            None => self.learn_rows(Arc::new(data), (recipe, self.chooses_size)),
            Some((plans, contest)) => self.best_of((plans, &contest), (&data, recipe.seconds)),
        }
    }

    /// Learns the best model that a plan for windows gives.
    fn best_of(
        &self,
        (plans, contest): (Vec<WindowPlan>, &Contest),
        (data, seconds): (&Data, Option<f64>),
    ) -> Result<LearnedFit> {
        let windows = Windows { learning: self, data, seconds };
        let best = choose::best_of((plans, contest), self.chooses_size, (self.started, seconds), &windows)?;
        let mut learned = best.model;
        learned.ended.interrupted |= best.is_early;
        if let Some(contested) = best.contested {
            learned.ended.outcome = learned.ended.outcome.contested(contested);
        }
        Ok(learned)
    }

    fn learn_plan(&self, data: &Data, plan: &WindowPlan) -> Result<LearnedFit> {
        let features = plan.features();
        let learned = features.learned(&data.train)?;
        let test = data.test.as_ref().map(|test| features.table(test)).transpose()?;
        let own = Arc::new(Data { train: learned, test, ..data.clone() });
        let judged = self.reporter.candidates().len();
        // a linear plan has its size already
        let chooses_size = self.chooses_size && !plan.is_linear();
        let mut learned = self.learn_rows(own, (plan.rest(&features)?, chooses_size))?;
        if plan.is_turned() {
            let train = features.table(&data.train)?;
            learned.data = Arc::new(Data { train, ..Data::clone(&learned.data) });
        }
        learned.ended.outcome = learned.ended.outcome.with_windows(&features, &data.schema, plan.size());
        if let Some(section) = learned.ended.outcome.fitted.file.device().window() {
            self.reporter.after(judged, features.section.len(), window_instructions(&section));
        }
        Ok(learned)
    }

    fn learn_rows(&self, data: Arc<Data>, (recipe, chooses_size): (Recipe, bool)) -> Result<LearnedFit> {
        let session = Session {
            data: Arc::clone(&data),
            recipe: recipe.clone(),
            record: (self.record)()?,
            reporter: Arc::clone(&self.reporter),
            started: self.started,
            chooses_size,
        };
        Ok(LearnedFit { ended: session.run()?, data, recipe })
    }
}

/// What the models of windows are learned with.
struct Windows<'a> {
    learning: &'a Learning<'a>,
    data: &'a Data,
    seconds: Option<f64>,
}

impl Windows<'_> {
    /// Judges within the time, until a wish to end.
    fn judging<T>(&self, judge: impl FnOnce(Search<'_>) -> T) -> T {
        let stop = Arc::new(Stop::default());
        let _listening = interrupt::listen({
            let stop = Arc::clone(&stop);
            move || stop.wrap_up()
        });
        let time = self.seconds.and_then(|seconds| TimeLimit::of(self.learning.started, seconds));
        judge(Search::of_fit(None, None).within(time).stopped_by(&stop).reporting(&*self.learning.reporter))
    }
}

impl Learner for Windows<'_> {
    type Model = LearnedFit;

    fn learn(&self, plan: &WindowPlan) -> Result<LearnedFit> {
        self.learning.learn_plan(self.data, plan)
    }

    fn errors(&self, contest: &Contest, plan: &WindowPlan, learned: &LearnedFit) -> Result<PlanErrors> {
        let outcome = &learned.ended.outcome;
        let rows = (&self.data.train, &self.data.schema);
        self.judging(|search| contest.errors((plan, &outcome.fitted, &outcome.tried), rows, search))
    }

    fn calibrated(&self, contest: &Contest, plan: &WindowPlan, mut learned: LearnedFit) -> LearnedFit {
        let outcome = learned.ended.outcome;
        let rows = (&self.data.train, &self.data.schema);
        let models = match outcome.is_calibrated() {
            true => self.judging(|search| contest.models((plan, &outcome.fitted), rows, search)),
            false => Ok(Vec::new()),
        };
        learned.ended.outcome = recalibrate(outcome, &models.unwrap_or_default());
        learned
    }

    fn fitted(learned: &LearnedFit) -> &Fitted {
        &learned.ended.outcome.fitted
    }

    fn is_last(&self, learned: &LearnedFit) -> bool {
        learned.ended.interrupted
    }
}
