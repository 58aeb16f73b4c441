//! The choice among plans: what every part of it shares.

use super::first_plan::first_plan;
use super::judge::{held, held_out, held_out_each};
use super::judged::{Judged, standard_error};
use super::trial::Trial;
use crate::data::{Fold, Schema, Table, Targets, standardise};
use crate::error::Result;
use crate::features::find::Goal;
use crate::fern::FernParameters;
use crate::fit::{FitPlan, Fitted};
use crate::recipe::{Base, Blocks, Number, Recipe};
use crate::search::Search;

/// Fern parameters that are judged on all folds: the best of those judged on the first.
const SECOND: usize = 3;
/// The ratio of an error to the lowest one up to which more time is spent on a kind of model.
pub(super) const HOPELESS: f64 = 1.5;
/// How much lower the error of a model must be for each [complexity](Blocks::complexity) more, in
/// standard errors of the lowest error.
pub(super) const MARGIN: f64 = 0.25;

/// The rows, the recipe and the folds among which a choice is made.
#[derive(Clone, Copy)]
pub(super) struct Choice<'a, 'f> {
    pub train: &'a Table,
    pub schema: &'a Schema,
    pub recipe: &'a Recipe,
    pub folds: &'f [Fold],
    /// Other folds, on which near candidates are judged again.
    pub again: &'f [Fold],
    /// Whether logarithms of some inputs may be better, and the recipe leaves open how they enter.
    pub has_logarithms: bool,
    /// Whether these inputs enter by their logarithms where nothing else says so.
    pub logarithmic: bool,
    /// The time limit, and the errors that are known already.
    pub search: Search<'a>,
    /// The effective sample size of one row held out.
    pub effective: f64,
    /// What hears of every model that may be taken if the choice ends early.
    pub offer: Offer<'f>,
}

/// A listener to fitted models, each with the blocks that were judged until then.
pub type Offer<'a> = &'a (dyn Fn(&Fitted, &[Judged]) + Sync);

impl<'a> Choice<'a, '_> {
    /// A plan with these blocks, whose features repeat the decisions of those fitted alone, if
    /// there are any.
    pub(super) fn plan(self, blocks: Blocks, features: Option<&Fitted>) -> FitPlan<'a> {
        let Choice { train, schema, recipe, search, .. } = self;
        let features = features.filter(|_| blocks.base.has_features());
        let number = features.and_then(|fitted| fitted.file.sheet.recipe.number).or(recipe.number);
        let logarithms = features.and_then(|fitted| fitted.file.sheet.recipe.logarithms).or(recipe.logarithms);
        let logarithms = logarithms.unwrap_or(self.logarithmic && blocks.base != Base::Constant);
        let patch = features.and_then(|fitted| fitted.file.sheet.recipe.patch).or(recipe.patch);
        let schedule = features.and_then(|fitted| fitted.schedule);
        // four bits are too few for a linear part, and ferns have eight in any format
        let number = number.unwrap_or(Number::Q7);
        // with time enough, features are learned from all rows once they are chosen
        let goal = if search.is_limited() { Goal::JudgedModel } else { Goal::Error };
        let first = first_plan((train, schema), (recipe, search));
        FitPlan { number, blocks, logarithms, patch, schedule, goal, ..first }
    }

    /// The plan with values or logarithms, whichever has the lower error without ferns and before
    /// any search.
    pub(super) fn by_logarithms(self, plan: FitPlan<'a>) -> FitPlan<'a> {
        let base = plan.blocks.base;
        if !self.has_logarithms || base == Base::Constant || (base.has_features() && self.search.passed()) {
            return plan;
        }
        // in a limited time, a linear model decides for all
        let blocks = if self.search.is_limited() { Blocks::LINEAR } else { Blocks { ferns: false, ..plan.blocks } };
        let alone = FitPlan { blocks, search: self.search.idle().silent(), ..plan };
        let error = |logarithms| held_out(&FitPlan { logarithms, ..alone }, self.folds);
        let better = matches!((error(false), error(true)), (Ok(plain), Ok(logarithmic)) if logarithmic < plain);
        FitPlan { logarithms: better, ..plan }
    }

    /// Fits a plan to all rows and offers it before it is judged, so that there is a model soon.
    pub(super) fn offer_unjudged(self, plan: FitPlan<'a>) -> FitPlan<'a> {
        if let Ok(fitted) = (FitPlan { goal: Goal::Model, search: self.search.last(), ..plan }).run() {
            (self.offer)(&fitted, &[]);
        }
        plan
    }

    /// The plan with the best fern parameters: all candidates are judged on the first fold, the
    /// best of them on all.
    pub(super) fn grown(self, plan: FitPlan<'a>, candidates: &[FernParameters]) -> Result<Trial<'a>> {
        let judge = |candidates: &[FernParameters], folds: &[Fold]| -> Result<Vec<Trial<'a>>> {
            let rows = held(folds);
            let trial = |(&fern_parameters, error)| Trial { plan: FitPlan { fern_parameters, ..plan }, error, rows };
            Ok(candidates.iter().zip(held_out_each(&plan, candidates, folds)?).map(trial).collect())
        };
        let mut candidates: Vec<FernParameters> = candidates.to_vec();
        if !plan.blocks.ferns || self.search.passed() {
            candidates.truncate(1);
        }
        if candidates.len() > SECOND {
            let mut trials = judge(&candidates, &self.folds[..1])?;
            trials.sort_by(|a, b| a.error.total_cmp(&b.error));
            candidates = trials.into_iter().take(SECOND).map(|trial| trial.plan.fern_parameters).collect();
        }
        let trials = judge(&candidates, self.folds)?;
        Ok(trials.into_iter().min_by(|a, b| a.error.total_cmp(&b.error)).expect("at least one candidate"))
    }

    /// The blocks with the lowest error plus a margin for each [complexity](Blocks::complexity),
    /// among those judged on all folds.
    pub(super) fn simplest(self, tried: &[Judged]) -> Option<Blocks> {
        let judged = || tried.iter().filter(|tried| tried.rows == held(self.folds));
        let least = judged().map(|tried| tried.error).fold(f64::INFINITY, f64::min);
        let margin = MARGIN * self.deviation(least);
        let price = |tried: &Judged| tried.error + margin * tried.blocks.complexity();
        judged().min_by(|a, b| price(a).total_cmp(&price(b))).map(|tried| tried.blocks)
    }

    /// The error of a trial with the effective sample size of its rows.
    pub(super) fn judged(self, trial: &Trial<'_>) -> Judged {
        Judged { blocks: trial.plan.blocks, error: trial.error, rows: trial.rows, effective: self.effective }
    }

    /// The standard error of an error on all folds.
    pub(super) fn deviation(self, error: f64) -> f64 {
        let rows = self.effective * held(self.folds).max(1) as f64;
        standard_error(error, rows, matches!(self.train.targets, Targets::Classes { .. }))
    }
}

#[cfg(test)]
impl<'a, 'f> Choice<'a, 'f> {
    /// A choice without logarithms and without a time limit.
    pub(super) fn sample(
        (train, schema): (&'a Table, &'a Schema),
        recipe: &'a Recipe,
        folds: &'f [Fold],
    ) -> Choice<'a, 'f> {
        Choice {
            train,
            schema,
            recipe,
            folds,
            again: folds,
            has_logarithms: false,
            logarithmic: false,
            search: Search::default(),
            effective: 1.0,
            offer: &|_, _| (),
        }
    }
}

/// Returns whether the logarithm of some input may be the better input.
pub(super) fn has_logarithms(train: &Table) -> bool {
    standardise::learn_logarithms(train).iter().any(|standard| standard.logarithm.is_some())
}
