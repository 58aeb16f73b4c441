//! The blocks of a model: which of all kinds has the lowest error on rows held out.

use super::choice::Choice;
use super::chosen::Chosen;
use super::fern_candidates::{FERNS, fern_candidates, with_features};
use super::judge::{candidate, held, held_out};
use super::judged::Judged;
use super::kinds::Kind;
use super::trial::Trial;
use crate::data::Targets;
use crate::error::{Error, Result};
use crate::features::find::Goal;
use crate::fit::{FitPlan, Fitted};
use crate::pack::size;
use crate::recipe::{Base, Blocks, HeadName, Recipe};
use crate::search::Effort;

/// The ratio of errors on the first fold, to features alone, up to which ferns are judged on all
/// folds.
const HOPELESS: f64 = 1.5;
/// The distance from the lowest error, in standard errors, within which candidates are judged
/// again.
const NEAR: f64 = 2.0;

impl<'a> Choice<'a, '_> {
    /// Chooses among all kinds of blocks: the simplest model that no other beats by a margin.
    pub(super) fn all(self) -> Result<Chosen<'a>> {
        let first = self.linear_first();
        let linear = first.map(|trial| self.judged(&trial));
        self.look_at_features(linear);
        let Kind { features, error: known, others: lost } = match self.best_kind() {
            Err(Error::Budget(why)) => return self.without_features(why),
            best => best?,
        };
        let features = self.whole(features)?;
        let recipe = &features.file.sheet.recipe;
        let plan = FitPlan { recipe, ..self.plan(features.blocks(), Some(&features)) };
        let mut alone = Trial { plan, error: known, rows: held(self.folds) };
        if linear.is_none_or(|linear| self.simplest(&[linear, self.judged(&alone)]) != Some(Blocks::LINEAR)) {
            (self.offer)(&features, &[self.judged(&alone)]);
        }
        let mut others = self.others(Some(&features), known);
        // a choice that was ended early has judged no others, but a linear model before all
        if others.iter().all(|trial| trial.plan.blocks != Blocks::LINEAR) {
            others.extend(first);
        }
        let near = self.near(others.iter().map(|trial| trial.error).chain([known]));
        others.iter_mut().for_each(|trial| self.judge_again(trial, near));
        self.judge_again(&mut alone, near);
        let mut tried: Vec<Judged> = others.iter().map(|trial| self.judged(trial)).collect();
        tried.push(self.judged(&alone));
        let chosen = self.simplest(&tried);
        tried.extend(lost);
        let trial = others.into_iter().find(|trial| Some(trial.plan.blocks) == chosen);
        let longer = if trial.is_none() { self.longer(&features)? } else { None };
        let features = match longer {
            Some(schedule) => self.whole(Fitted { schedule: Some(schedule), ..features })?,
            None => features,
        };
        Ok(Chosen { trial, fitted: Some(features), tried, blocked: None, frontier: Vec::new() })
    }

    /// Judges a linear model before all others, and offers it: the search needs its error anyway.
    fn linear_first(self) -> Option<Trial<'a>> {
        self.search.trying(Blocks::LINEAR);
        let plain = self.offer_unjudged(self.plan(Blocks::LINEAR, None));
        let linear = self.grown(self.by_logarithms(plain), &[FERNS]).ok()?;
        let fitted = linear.refit().ok()?;
        (self.offer)(&fitted, &[self.judged(&linear)]);
        Some(linear)
    }

    /// Learns features for a short while and offers them where they are better than a linear model,
    /// for a search that ends before it has found a schedule.
    fn look_at_features(self, linear: Option<Judged>) {
        self.search.trying(format_args!("{}, a first look", Blocks::COSINE));
        let choice = Choice { search: self.search.idle().with_effort(Effort::Look), ..self };
        let plan = FitPlan { goal: Goal::JudgedModel, ..choice.plan(Blocks::COSINE, None) };
        let Ok(fitted) = plan.run() else { return };
        let Ok(error) = choice.comparable(&fitted) else { return };
        let own = Judged { blocks: Blocks::COSINE, error, rows: held(self.folds), effective: self.effective };
        if linear.is_none_or(|linear| self.simplest(&[linear, own]) == Some(Blocks::COSINE)) {
            (self.offer)(&fitted, &linear.into_iter().chain([own]).collect::<Vec<_>>());
        }
    }

    /// Chooses where not even one feature is within the budget; fails with this reason where
    /// nothing else is either.
    fn without_features(self, why: String) -> Result<Chosen<'a>> {
        let trials = self.others(None, f64::INFINITY);
        let tried: Vec<Judged> = trials.iter().map(|trial| self.judged(trial)).collect();
        let chosen = self.simplest(&tried);
        let trial = trials.into_iter().find(|trial| Some(trial.plan.blocks) == chosen);
        Ok(Chosen { tried, ..Chosen::trial(trial.ok_or(Error::Budget(why))?) })
    }

    /// Judges all blocks but features alone, whose error is known; blocks that do not fit or cannot
    /// be judged are left out.
    fn others(self, features: Option<&Fitted>, known: f64) -> Vec<Trial<'a>> {
        let mut trials: Vec<Trial> = Vec::new();
        let base = features.map_or(Base::Cosine, |features| features.blocks().base);
        let others = |blocks: &Blocks| !blocks.base.has_features() || (blocks.ferns && blocks.base == base);
        for blocks in Blocks::ALL.into_iter().filter(others) {
            // without features there is no model yet: one has to be found whatever the time
            if self.search.passed() && (features.is_some() || !trials.is_empty()) {
                break;
            }
            self.search.trying(blocks);
            let open = self.plan(blocks, features);
            let plan = if blocks.base.has_features() { open } else { self.by_logarithms(open) };
            // features take long to learn again, and the best ferns beside them are those that were
            // best alone
            let alone = trials.iter().find(|trial| trial.plan.blocks == Blocks::FERNS);
            let candidates = match alone {
                Some(alone) if blocks.base.has_features() => with_features(alone.plan.fern_parameters).to_vec(),
                _ => fern_candidates(),
            };
            let Ok(error) = held_out(&FitPlan { fern_parameters: candidates[0], ..plan }, &self.folds[..1]) else {
                continue;
            };
            match plan.blocks.ferns && error > HOPELESS * known {
                true => trials.push(Trial { plan, error, rows: held(&self.folds[..1]) }),
                false => trials.extend(self.grown(plan, &candidates).ok()),
            }
        }
        trials
    }

    /// The error up to which candidates are judged again, on other folds.
    ///
    /// The lowest of many errors is too low an estimate, the more so the more candidates there are.
    fn near(self, errors: impl Iterator<Item = f64>) -> f64 {
        let lowest = errors.fold(f64::INFINITY, f64::min);
        lowest + NEAR * self.deviation(lowest)
    }

    /// Judges a trial on other folds where its error is near the lowest.
    fn judge_again(self, trial: &mut Trial<'_>, near: f64) {
        if self.search.passed() || trial.error > near {
            return;
        }
        if let Ok(error) = held_out(&trial.plan, self.again) {
            // a candidate that only the first fold had judged now counts like the others
            (trial.error, trial.rows) = (error, held(self.folds));
        }
    }

    /// The error of features alone in the unit of [`Judged`]: their own estimate where it is in
    /// that unit, else held out.
    pub(super) fn comparable(self, features: &Fitted) -> Result<f64> {
        // of their own size, which may be smaller than the one that was asked for
        let recipe = Recipe { size: features.file.sheet.recipe.size, ..self.recipe.clone() };
        let choice = Choice { recipe: &recipe, ..self };
        let plan = choice.plan(features.blocks(), Some(features));
        let Some(error) = features.error.filter(|_| self.has_own_estimate(features)) else {
            return held_out(&plan, self.folds);
        };
        self.search.judged(candidate(&plan, error, Some(size(&features.file))));
        Ok(error)
    }

    /// True where the error that features were found with is in the unit of [`Judged`].
    pub(super) fn has_own_estimate(self, features: &Fitted) -> bool {
        let classes = matches!(self.train.targets, Targets::Classes { .. });
        features.schedule.is_some() && !(classes && features.head == HeadName::Ridge)
    }
}
