//! Choosing: what a recipe leaves open is decided by rows held out.

pub mod baseline;
mod blocked;
mod features;
mod fern_candidates;
mod judge;

pub(crate) use self::fern_candidates::FERNS;
use self::fern_candidates::{fern_candidates, with_features};
pub(crate) use self::judge::{held, held_out, judges, worth};
use self::judge::{held_out_each, judges_again};

use crate::calibrate::early;
use crate::calibrate::held_out as scores_held_out;
use crate::calibrate::novelty;
use crate::calibrate::probability;
use crate::data::standardise;
use crate::data::{Fold, Schema, Table, Targets};
use crate::error::{Error, Result};
use crate::fern::FernParameters;
use crate::fit::{FitPlan, Fitted, Judged};
use crate::recipe::{Base, Blocks, HeadName, KernelName, Number, Recipe};
use crate::search::{Record, Search};

/// Ways to grow that are tried on all folds, the better ones on the first.
const SECOND: usize = 3;
/// How many times as often as features alone ferns may err on the first fold to be judged on all.
const HOPELESS: f64 = 1.5;
/// How many times as often as cosines ReLU features may err, learned alike, to be learned by a schedule of their own.
const FAR: f64 = 1.15;
/// How many standard errors from the best one blocks may be to be looked at again.
const NEAR: f64 = 2.0;
/// How much less a model must err for each [count](Blocks::count) more, in standard errors of the best one's error.
const MARGIN: f64 = 0.25;

/// Fits a model to a table; what the recipe leaves open becomes what promises the least error.
///
/// # Errors
/// [`Error::Budget`] where the size cannot be met; [`Error::Usage`] where the data has more inputs than a model can have, or
/// options do not go together.
pub fn fit(train: &Table, schema: &Schema, recipe: &Recipe) -> Result<Fitted> {
    resumed(train, schema, recipe, None)
}

/// The same where some errors may be known, of a fit that was interrupted; those that it finds are recorded too.
///
/// # Errors
/// Those of [`fit`].
pub fn resumed(train: &Table, schema: &Schema, recipe: &Recipe, record: Option<&Record>) -> Result<Fitted> {
    let told = recipe.probability || recipe.novelty.is_some();
    if told {
        scores_held_out::check(train, "--probability and --novelty are")?;
        novelty::check(train, recipe)?;
    }
    if recipe.early.is_some() {
        scores_held_out::check(train, "--early is")?;
    }
    let own = Record::default();
    let search = Search::of_fit(recipe.seconds, Some(record.unwrap_or(&own)));
    let fitted = decided(train, schema, recipe, search)?;
    let fitted = if told { telling(fitted, (train, schema), recipe)? } else { fitted };
    match recipe.early {
        Some(rate) => early::settle(fitted, (train, schema), rate),
        None => Ok(fitted),
    }
}

/// The same model that tells what is asked for beside the class.
fn telling(fitted: Fitted, (train, schema): (&Table, &Schema), recipe: &Recipe) -> Result<Fitted> {
    let scores_held_out =
        scores_held_out::held_out(&fitted, (train, schema), |again| vec![again.file.clone()])?.swap_remove(0);
    let fitted = if recipe.probability { probability::calibrate(fitted, &scores_held_out) } else { fitted };
    Ok(match recipe.novelty {
        Some(rate) => novelty::alarm(fitted, &scores_held_out, rate),
        None => fitted,
    })
}

/// A model with everything decided but what its scores say beside the class.
fn decided(train: &Table, schema: &Schema, recipe: &Recipe, search: Search<'_>) -> Result<Fitted> {
    let (folds, again) = (judges(train, recipe), judges_again(train, recipe));
    let tails = || standardise::learn_tails(&train.inputs).iter().any(|standard| standard.logarithm.is_some());
    let tails = recipe.logarithms.is_none() && tails();
    let choice = Choice { train, schema, recipe, folds: &folds, again: &again, tails, search, worth: 1.0 };
    match recipe.blocks {
        Some(blocks) if blocks.only_features() => choice.features(blocks),
        Some(blocks) if blocks.base.has_features() => {
            let features = choice.features(Blocks { ferns: false, ..blocks })?;
            let ferns = choice.grown(choice.plan(Blocks::FERNS, None), &fern_candidates())?;
            choice.grown(choice.plan(blocks, Some(&features)), &with_features(ferns.plan.fern_parameters))?.fitted()
        }
        // without rows to judge candidates by, or where no way can be, it is fitted as it comes, or says why not
        Some(blocks) => match choice.grown(choice.by_logarithms(choice.plan(blocks, None)), &fern_candidates()) {
            Ok(trial) => trial.fitted(),
            Err(_) => FitPlan { judged: false, ..choice.plan(blocks, None) }.run(),
        },
        None => choice.lasting(Choice { worth: worth(&choice.plan(Blocks::LINEAR, None), &folds), ..choice }.all()?),
    }
}

/// What there is to choose for.
#[derive(Clone, Copy)]
struct Choice<'a> {
    train: &'a Table,
    schema: &'a Schema,
    recipe: &'a Recipe,
    folds: &'a [Fold],
    /// Other folds, to look again.
    again: &'a [Fold],
    /// Whether some inputs have a long tail, and it is open how they are taken.
    tails: bool,
    /// When to stop searching, and what is known.
    search: Search<'a>,
    /// How many independent rows a row held out is worth.
    worth: f64,
}

/// A plan with its error on rows held out.
struct Trial<'a> {
    plan: FitPlan<'a>,
    error: f64,
    rows: usize,
}

impl Trial<'_> {
    fn fitted(self) -> Result<Fitted> {
        Ok(Fitted { error: Some(self.error), ..FitPlan { judged: false, ..self.plan }.run()? })
    }
}

impl<'a> Choice<'a> {
    /// A plan with these blocks, whose features are like those that were fitted alone, if they were.
    fn plan(self, blocks: Blocks, features: Option<&Fitted>) -> FitPlan<'a> {
        let Choice { train, schema, recipe, search, .. } = self;
        let features = features.filter(|_| blocks.base.has_features());
        let number = features.and_then(|fitted| fitted.file.sheet.recipe.number).or(recipe.number);
        let logarithms = features.and_then(|fitted| fitted.file.sheet.recipe.logarithms).or(recipe.logarithms);
        let logarithms = logarithms.unwrap_or(false);
        let schedule = features.and_then(|fitted| fitted.schedule);
        // four bits are too few for a linear part, and ferns have eight in any format
        let number = number.unwrap_or(Number::Q7);
        FitPlan {
            train,
            schema,
            recipe,
            number,
            blocks,
            logarithms,
            schedule,
            judged: true,
            fern_parameters: FERNS,
            search,
        }
    }

    /// A plan whose linear part or features take values or logarithms, whichever err less without ferns and before any search.
    fn by_logarithms(self, plan: FitPlan<'a>) -> FitPlan<'a> {
        let base = plan.blocks.base;
        if !self.tails || base == Base::Constant || (base.has_features() && self.search.passed()) {
            return plan;
        }
        let alone = FitPlan { blocks: Blocks { ferns: false, ..plan.blocks }, search: self.search.idle(), ..plan };
        let error = |logarithms| held_out(&FitPlan { logarithms, ..alone }, self.folds);
        let better = matches!((error(false), error(true)), (Ok(plain), Ok(bent)) if bent < plain);
        FitPlan { logarithms: better, ..plan }
    }

    /// The best way to grow the ferns of a plan: all candidates on the first fold, the better ones on all.
    fn grown(self, plan: FitPlan<'a>, candidates: &[FernParameters]) -> Result<Trial<'a>> {
        let tried = |candidates: &[FernParameters], folds: &[Fold]| -> Result<Vec<Trial<'a>>> {
            let rows = held(folds);
            let trial = |(&fern_parameters, error)| Trial { plan: FitPlan { fern_parameters, ..plan }, error, rows };
            Ok(candidates.iter().zip(held_out_each(&plan, candidates, folds)?).map(trial).collect())
        };
        let mut candidates: Vec<FernParameters> = candidates.to_vec();
        if !plan.blocks.ferns || self.search.passed() {
            candidates.truncate(1);
        }
        if candidates.len() > SECOND {
            let mut trials = tried(&candidates, &self.folds[..1])?;
            trials.sort_by(|a, b| a.error.total_cmp(&b.error));
            candidates = trials.into_iter().take(SECOND).map(|trial| trial.plan.fern_parameters).collect();
        }
        let trials = tried(&candidates, self.folds)?;
        Ok(trials.into_iter().min_by(|a, b| a.error.total_cmp(&b.error)).expect("a way to grow"))
    }

    /// Everything that there is: the simplest model that nothing beats by a margin.
    fn all(self) -> Result<Fitted> {
        let cosine = match self.features(Blocks::COSINE) {
            Err(Error::Budget(why)) => return self.without_features(why),
            fitted => fitted?,
        };
        let (features, known, lost) = self.either(cosine)?;
        let blocks = blocks_of(&features);
        let alone = FitPlan { recipe: &features.file.sheet.recipe, ..self.plan(blocks, Some(&features)) };
        let mut trials = self.others(Some(&features), known);
        trials.push(Trial { plan: alone, error: known, rows: held(self.folds) });
        self.look_again(&mut trials);
        let mut tried: Vec<Judged> = trials.iter().map(|trial| self.tried(trial)).collect();
        let chosen = self.simplest(&tried);
        tried.extend(lost);
        let best = trials.into_iter().find(|trial| Some(trial.plan.blocks) == chosen);
        let other = best.filter(|best| best.plan.blocks != blocks);
        let fitted = match other.map(Trial::fitted) {
            // all rows may take a few bytes more than those that it was judged by
            None | Some(Err(Error::Budget(_))) => features,
            Some(other) => other?,
        };
        Ok(Fitted { tried, ..fitted })
    }

    /// The same where not even one feature is within the budget: what else is, or why there is none.
    fn without_features(self, why: String) -> Result<Fitted> {
        let trials = self.others(None, f64::INFINITY);
        let tried: Vec<Judged> = trials.iter().map(|trial| self.tried(trial)).collect();
        let chosen = self.simplest(&tried);
        let best = trials.into_iter().find(|trial| Some(trial.plan.blocks) == chosen);
        Ok(Fitted { tried, ..best.ok_or(Error::Budget(why))?.fitted()? })
    }

    /// Cosines, or ReLU features in their place where these promise less errors, with that error; and what lost.
    fn either(self, cosine: Fitted) -> Result<(Fitted, f64, Option<Judged>)> {
        let known = self.comparable(&cosine)?;
        let tried = |blocks, error| Some(Judged { blocks, error, rows: held(self.folds), worth: self.worth });
        let relu = if self.recipe.kernel == KernelName::Gaussian { self.relu(&cosine, known) } else { None };
        Ok(match relu {
            Some((relu, error)) if error < known => {
                let relu = self.fewer(relu)?;
                let error = self.comparable(&relu)?;
                (relu, error, tried(Blocks::COSINE, known))
            }
            Some((_, error)) => (cosine, known, tried(Blocks::RELU, error)),
            None => (cosine, known, None),
        })
    }

    /// ReLU features learned as cosines were, which takes no search; where that comes near the error of these, by a schedule
    /// of their own too.
    fn relu(self, cosine: &Fitted, known: f64) -> Option<(Fitted, f64)> {
        let judged = |plan: FitPlan| {
            let fitted = if self.search.passed() { None } else { plan.run().ok() }?;
            self.comparable(&fitted).ok().map(|error| (fitted, error))
        };
        let less = |a: &(Fitted, f64), b: &(Fitted, f64)| a.1.total_cmp(&b.1);
        let same = self.plan(Blocks::RELU, Some(cosine));
        let numbers = self.recipe.number.map_or(Number::SMALL.to_vec(), |number| vec![number]);
        let first = numbers.into_iter().filter_map(|number| judged(FitPlan { number, ..same })).min_by(less)?;
        if first.1 > FAR * known || same.schedule.is_none() {
            return Some(first);
        }
        let number = first.0.file.sheet.recipe.number.unwrap_or(same.number);
        judged(FitPlan { schedule: None, number, ..same }).into_iter().chain([first]).min_by(less)
    }

    /// All blocks but features alone, whose error is known if they fit; what does not fit, or cannot be judged on the rows
    /// that there are, is no candidate.
    fn others(self, features: Option<&Fitted>, known: f64) -> Vec<Trial<'a>> {
        let mut trials: Vec<Trial> = Vec::new();
        let base = features.map_or(Base::Cosine, |features| blocks_of(features).base);
        let others = |blocks: &Blocks| !blocks.base.has_features() || (blocks.ferns && blocks.base == base);
        for blocks in Blocks::ALL.into_iter().filter(others) {
            // without features there is no model yet, and something has to be found
            if self.search.passed() && (features.is_some() || !trials.is_empty()) {
                break;
            }
            let open = self.plan(blocks, features);
            let plan = if blocks.base.has_features() { open } else { self.by_logarithms(open) };
            // features take long to learn again, and grow no other ferns
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

    /// Judges those that are nearly the best on other folds: what was chosen on some promises too much on these, the more the
    /// more it was chosen from.
    fn look_again(self, trials: &mut [Trial<'_>]) {
        if self.search.passed() {
            return;
        }
        let least = trials.iter().map(|trial| trial.error).fold(f64::INFINITY, f64::min);
        let near = least + NEAR * self.deviation(least);
        for trial in trials.iter_mut().filter(|trial| trial.error <= near) {
            if let Ok(error) = held_out(&trial.plan, self.again) {
                // those that the first fold alone had judged are candidates again
                (trial.error, trial.rows) = (error, held(self.folds));
            }
        }
    }

    /// The error of features alone in the unit of [`Judged`]: theirs if learning promised one in it, else that on the folds.
    fn comparable(self, features: &Fitted) -> Result<f64> {
        let classes = matches!(self.train.targets, Targets::Classes { .. });
        match features.error {
            Some(error) if features.schedule.is_some() && !(classes && features.head == HeadName::Ridge) => Ok(error),
            _ => held_out(&self.plan(blocks_of(features), Some(features)), self.folds),
        }
    }

    /// The blocks of least error, each counting as much as it must gain; of those that all folds have judged.
    fn simplest(self, tried: &[Judged]) -> Option<Blocks> {
        let judged = || tried.iter().filter(|tried| tried.rows == held(self.folds));
        let least = judged().map(|tried| tried.error).fold(f64::INFINITY, f64::min);
        let margin = MARGIN * self.deviation(least);
        let price = |tried: &Judged| tried.error + margin * tried.blocks.complexity();
        judged().min_by(|a, b| price(a).total_cmp(&price(b))).map(|tried| tried.blocks)
    }

    fn tried(self, trial: &Trial<'_>) -> Judged {
        Judged { blocks: trial.plan.blocks, error: trial.error, rows: trial.rows, worth: self.worth }
    }

    /// The standard error of an error on all folds.
    fn deviation(self, error: f64) -> f64 {
        let rows = self.worth * held(self.folds).max(1) as f64;
        let spread = match self.train.targets {
            // none wrong of so many is no more certain than one
            Targets::Classes { .. } => error.max(1.0 / rows) * (1.0 - error),
            Targets::Values(_) => 2.0 * error.powi(2),
        };
        (spread / rows).sqrt()
    }
}

/// What a model is made of.
fn blocks_of(fitted: &Fitted) -> Blocks {
    fitted.file.sheet.recipe.blocks.expect("a fit says what it chose")
}
