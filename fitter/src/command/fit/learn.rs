//! The model of a fit: of the rows as they are, or of the features of windows.

use super::data::Data;
use super::series::SeriesOptions;
use super::session::{Ended, Session};
use crate::command::progress::Reporter;
use kernelet_fit::choose::{WindowPlan, linear_error};
use kernelet_fit::error::{Error, Result};
use kernelet_fit::pack::cost::window_instructions;
use kernelet_fit::recipe::{Blocks, Recipe};
use kernelet_fit::search::Record;
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
        let plans = self.series.plans(&data.train, (&recipe, (self.group, data.clock.as_ref())), &*self.reporter)?;
        match plans.len() {
            0 => self.learn_rows(Arc::new(data), recipe),
            _ => self.best_of(plans, &data, recipe.seconds),
        }
    }

    /// Learns by each plan, until one has no error on rows held out. What is too large or too slow
    /// for one need not be for another, and Ctrl-C ends with the best so far.
    fn best_of(&self, plans: Vec<WindowPlan>, data: &Data, seconds: Option<f64>) -> Result<Learned> {
        let is_one = plans.len() == 1;
        let mut best: Option<(f64, Learned)> = None;
        let mut lack = Error::Budget("no plan for windows has room".to_owned());
        for plan in plans {
            let is_late = seconds.is_some_and(|all| self.started.elapsed().as_secs_f64() > BEGUN * all);
            if best.as_ref().is_some_and(|(lowest, _)| is_late || *lowest == 0.0) {
                break;
            }
            match (self.learn_windows(data, plan), &mut best) {
                (Ok(learned), _) if is_one => return Ok(learned),
                (Ok(learned), _) => {
                    let interrupted = learned.ended.interrupted;
                    best = Some(better(best, learned)?);
                    if interrupted {
                        break;
                    }
                }
                (Err(Error::Interrupted(_)), Some((_, best))) => {
                    best.ended.interrupted = true;
                    break;
                }
                (Err(why @ Error::Budget(_)), _) => lack = why,
                (Err(why), _) => return Err(why),
            }
        }
        best.map(|(_, learned)| learned).ok_or(lack)
    }

    /// Learns the model of a plan, or with fewer features where there is no room for so many.
    fn learn_windows(&self, data: &Data, mut plan: WindowPlan) -> Result<Learned> {
        loop {
            match (self.learn_plan(data, &plan), plan.fewer()) {
                (Err(Error::Budget(_)), Some(fewer)) => plan = fewer,
                (learned, _) => return learned,
            }
        }
    }

    fn learn_plan(&self, data: &Data, plan: &WindowPlan) -> Result<Learned> {
        let features = plan.features();
        let train = features.table(&data.train)?;
        let test = data.test.as_ref().map(|test| features.table(test)).transpose()?;
        let own = Arc::new(Data { train, test, ..data.clone() });
        let judged = self.reporter.candidates().len();
        let mut learned = self.learn_rows(own, plan.rest(&features)?)?;
        learned.ended.outcome = learned.ended.outcome.with_windows(&features, &data.schema, plan.size());
        if let Some(section) = learned.ended.outcome.fitted.file.device().window() {
            self.reporter.after(judged, features.section.len(), window_instructions(&section));
        }
        Ok(learned)
    }

    fn learn_rows(&self, data: Arc<Data>, recipe: Recipe) -> Result<Learned> {
        let session = Session {
            data: Arc::clone(&data),
            recipe: recipe.clone(),
            record: (self.record)()?,
            reporter: Arc::clone(&self.reporter),
            started: self.started,
            chooses_size: self.chooses_size,
        };
        Ok(Learned { ended: session.run()?, data, recipe })
    }
}

/// The better of two models, with its error on rows held out. A linear one of a later plan is none:
/// the first plan has it already, on more features.
fn better(best: Option<(f64, Learned)>, learned: Learned) -> Result<(f64, Learned)> {
    let Some((lowest, mut best)) = best else { return Ok((held_out(&learned)?, learned)) };
    let interrupted = learned.ended.interrupted;
    if learned.ended.outcome.fitted.blocks() != Blocks::LINEAR {
        let error = held_out(&learned)?;
        if error < lowest {
            return Ok((error, learned));
        }
    }
    best.ended.interrupted |= interrupted;
    Ok((lowest, best))
}

/// The error of a model on rows held out: as it was judged among others, or that of a linear one.
fn held_out(learned: &Learned) -> Result<f64> {
    let outcome = &learned.ended.outcome;
    let judged = outcome.tried.iter().find(|judged| judged.blocks == outcome.fitted.blocks());
    match judged {
        Some(judged) => Ok(judged.error),
        None => linear_error((&learned.data.train, &learned.data.schema), &learned.recipe),
    }
}
