//! The model of a fit: of the rows as they are, or of the features of windows.

use super::data::Data;
use super::run::Fit;
use super::session::{Ended, Session};
use crate::command::progress::Reporter;
use kernelet_fit::choose::{WindowPlan, linear_error};
use kernelet_fit::error::{Error, Result};
use kernelet_fit::recipe::{Blocks, Recipe};
use std::sync::Arc;
use std::time::Instant;

/// A model with the rows and the recipe that it was learned by.
pub struct Learned {
    /// The rows, with the features of windows in the place of their samples.
    pub data: Arc<Data>,
    /// The recipe, with what those features leave of the flash.
    pub recipe: Recipe,
    pub ended: Ended,
}

impl Fit {
    /// Learns a model; of windows the best that one of their plans gives.
    pub fn learn(&self, data: Data, recipe: Recipe, of: (&Arc<Reporter>, Instant)) -> Result<Learned> {
        let plans = self.series.plans(&data.train, (&recipe, self.data.group()), &**of.0)?;
        if plans.is_empty() {
            return self.learn_rows(Arc::new(data), recipe, of);
        }
        let (mut best, is_one, mut first_error) = (None::<(f64, Learned)>, plans.len() == 1, None);
        for plan in plans {
            match self.learn_windows(&data, plan, of) {
                // the first plan has a linear model already, on more features
                Ok(learned) if best.is_some() && learned.ended.outcome.fitted.blocks() == Blocks::LINEAR => {}
                Ok(learned) => {
                    let error = if is_one { 0.0 } else { held_out(&learned)? };
                    if best.as_ref().is_none_or(|(lowest, _)| error < *lowest) {
                        best = Some((error, learned));
                    }
                }
                Err(error) => first_error = first_error.or(Some(error)),
            }
        }
        match (best, first_error) {
            // what was too large, or too slow, for one plan need not be for another
            (Some((_, learned)), None | Some(Error::Budget(_))) => Ok(learned),
            (_, error) => Err(error.unwrap_or_else(|| Error::Machine("windows without a plan".to_owned()))),
        }
    }

    /// Learns the model of a plan, or with fewer features where there is no room for so many.
    fn learn_windows(&self, data: &Data, mut plan: WindowPlan, of: (&Arc<Reporter>, Instant)) -> Result<Learned> {
        loop {
            match (self.learn_plan(data, &plan, of), plan.fewer()) {
                (Err(Error::Budget(_)), Some(fewer)) => plan = fewer,
                (learned, _) => return learned,
            }
        }
    }

    fn learn_plan(&self, data: &Data, plan: &WindowPlan, of: (&Arc<Reporter>, Instant)) -> Result<Learned> {
        let features = plan.features();
        let train = features.table(&data.train)?;
        let test = data.test.as_ref().map(|test| features.table(test)).transpose()?;
        let own = Arc::new(Data { train, test, ..data.clone() });
        let mut learned = self.learn_rows(own, plan.rest(&features)?, of)?;
        learned.ended.outcome = learned.ended.outcome.with_windows(&features, &data.schema, plan.size());
        Ok(learned)
    }

    fn learn_rows(&self, data: Arc<Data>, recipe: Recipe, of: (&Arc<Reporter>, Instant)) -> Result<Learned> {
        let (reporter, started) = of;
        let session = Session {
            data: Arc::clone(&data),
            recipe: recipe.clone(),
            record: self.record()?,
            reporter: Arc::clone(reporter),
            started,
            chooses_size: self.chooses_size(),
        };
        Ok(Learned { ended: session.run()?, data, recipe })
    }
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
