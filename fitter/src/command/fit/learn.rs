//! The model of a fit: of the rows as they are, or of the features of windows.

use super::data::Data;
use super::series::SeriesOptions;
use super::session::{Ended, Session};
use crate::command::interrupt;
use crate::command::progress::Reporter;
use kernelet_fit::choose::{Contest, Contested, PlanErrors, Standings, WindowPlan};
use kernelet_fit::error::{Error, Result};
use kernelet_fit::pack::cost::window_instructions;
use kernelet_fit::recipe::Recipe;
use kernelet_fit::search::{Record, Search, Stop};
use std::sync::Arc;
use std::time::Instant;

/// The share of a limited time after which no other plan is begun.
const BEGUN: f64 = 0.5;

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
pub struct Learned {
    /// The rows, with the features of windows in the place of their samples.
    pub data: Arc<Data>,
    /// The recipe, with what those features leave of the flash.
    pub recipe: Recipe,
    pub ended: Ended,
}

impl Learning<'_> {
    /// Learns a model; of windows the best that one of their plans gives.
    pub fn learn(&self, data: Data, recipe: Recipe) -> Result<Learned> {
        let of = (self.group, data.clock.as_ref());
        let plans = self.series.plans(&data.train, (&recipe, self.chooses_size, of), &*self.reporter)?;
        match plans {
            None => self.learn_rows(Arc::new(data), (recipe, self.chooses_size)),
            Some((plans, contest)) => self.best_of(plans, &contest, (&data, recipe.seconds)),
        }
    }

    /// Learns by each plan, until one has no error on windows held out. What is too large or too
    /// slow for one need not be for another, and Ctrl-C ends with the best so far.
    fn best_of(
        &self,
        plans: Vec<WindowPlan>,
        contest: &Contest,
        (data, seconds): (&Data, Option<f64>),
    ) -> Result<Learned> {
        let is_one = plans.len() == 1;
        let mut standings = Standings::new(self.chooses_size);
        let mut lack = Error::Budget("no plan for windows has room".to_owned());
        for plan in plans {
            let is_late = seconds.is_some_and(|all| self.started.elapsed().as_secs_f64() > BEGUN * all);
            if standings.has_best() && is_late || standings.is_decided() {
                break;
            }
            match self.learn_windows(data, plan) {
                Ok((learned, _)) if is_one => return Ok(learned),
                Ok((learned, _)) if learned.ended.interrupted => {
                    return Ok(standings.end().0.unwrap_or(learned).interrupted());
                }
                Ok((learned, plan)) if standings.has_better(&plan, &learned.ended.outcome.fitted) => {}
                Ok((learned, plan)) => {
                    let errors = match self.errors(contest, (&plan, &learned), data) {
                        Err(Error::Interrupted(_)) => return Ok(standings.end().0.unwrap_or(learned).interrupted()),
                        errors => errors?,
                    };
                    standings.meet(learned, errors, |learned| &learned.ended.outcome.fitted);
                }
                Err(why @ Error::Interrupted(_)) => {
                    return standings.end().0.map(Learned::interrupted).ok_or(why);
                }
                Err(why @ Error::Budget(_)) => lack = why,
                Err(why) => return Err(why),
            }
        }
        let (best, contested) = standings.end();
        best.map(|learned| learned.contested(contested)).ok_or(lack)
    }

    /// The errors of a model on windows held out, until Ctrl-C.
    fn errors(&self, contest: &Contest, (plan, learned): (&WindowPlan, &Learned), data: &Data) -> Result<PlanErrors> {
        let stop = Arc::new(Stop::default());
        interrupt::listen({
            let stop = Arc::clone(&stop);
            move || stop.wrap_up()
        });
        let search = Search::of_fit(None, None).stopped_by(&stop).reporting(&*self.reporter);
        let outcome = &learned.ended.outcome;
        contest.errors((plan, &outcome.fitted, &outcome.tried), (&data.train, &data.schema), search)
    }

    /// Learns the model of a plan, or with fewer features where there is no room for so many.
    fn learn_windows(&self, data: &Data, mut plan: WindowPlan) -> Result<(Learned, WindowPlan)> {
        loop {
            match (self.learn_plan(data, &plan), plan.fewer()) {
                (Err(Error::Budget(_)), Some(fewer)) => plan = fewer,
                (learned, _) => return Ok((learned?, plan)),
            }
        }
    }

    fn learn_plan(&self, data: &Data, plan: &WindowPlan) -> Result<Learned> {
        let features = plan.features();
        let train = features.table(&data.train)?;
        let test = data.test.as_ref().map(|test| features.table(test)).transpose()?;
        let own = Arc::new(Data { train, test, ..data.clone() });
        let judged = self.reporter.candidates().len();
        // a linear plan has its size already
        let chooses_size = self.chooses_size && !plan.is_linear();
        let mut learned = self.learn_rows(own, (plan.rest(&features)?, chooses_size))?;
        learned.ended.outcome = learned.ended.outcome.with_windows(&features, &data.schema, plan.size());
        if let Some(section) = learned.ended.outcome.fitted.file.device().window() {
            self.reporter.after(judged, features.section.len(), window_instructions(&section));
        }
        Ok(learned)
    }

    fn learn_rows(&self, data: Arc<Data>, (recipe, chooses_size): (Recipe, bool)) -> Result<Learned> {
        let session = Session {
            data: Arc::clone(&data),
            recipe: recipe.clone(),
            record: (self.record)()?,
            reporter: Arc::clone(&self.reporter),
            started: self.started,
            chooses_size,
        };
        Ok(Learned { ended: session.run()?, data, recipe })
    }
}

impl Learned {
    /// The model with the errors of a contest.
    fn contested(mut self, contested: Contested) -> Learned {
        self.ended.outcome = self.ended.outcome.contested(contested);
        self
    }

    /// The model, where Ctrl-C ended the search for a better one.
    fn interrupted(mut self) -> Learned {
        self.ended.interrupted = true;
        self
    }
}
