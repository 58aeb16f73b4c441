//! Models of different plans against each other, on windows held out.

use super::family::Family;
use super::judge::overlap;
use super::plan::WindowPlan;
use super::pool::Pool;
use crate::choose::judge::HeldErrors;
use crate::choose::judged::Judged;
use crate::choose::linear::judged_linear;
use crate::data::{Fold, Schema, Table, Targets};
use crate::error::{Error, Result};
use crate::features::find::Goal;
use crate::fit::{FitPlan, Fitted, HeldOutModel};
use crate::metrics::{Overlap, Repeats};
use crate::recipe::Recipe;
use crate::search::Search;
use crate::series::Candidate;
use std::collections::HashSet;

/// The folds on which models of different plans meet, each with a ranking of candidates by the
/// windows outside of it; none where there is little time.
///
/// Features that all windows chose suit those held out too well, and the more so, the more a model
/// makes of each. So every fold has features of its own.
#[derive(Debug, Default)]
pub struct Contest(Vec<(Fold, Vec<Candidate>)>);

/// The errors of a plan's model on windows held out.
#[derive(Clone, Debug)]
pub struct PlanErrors {
    each: Repeats,
    overlap: Overlap,
    judged: Judged,
    /// The standard error of the error, where it is that of features that all windows chose.
    unfair: Option<f64>,
}

impl Contest {
    /// The folds of all windows, with rankings of a family.
    pub(super) fn of(folds: Vec<Fold>, (pool, family): (&Pool, Family)) -> Contest {
        let ranked = |fold: Fold| {
            let learnt: HashSet<usize> = fold.learnt.iter().copied().collect();
            let windows: Vec<usize> = (0..pool.rows.len()).filter(|&at| learnt.contains(&pool.rows[at])).collect();
            let ranking = pool.candidates(&pool.ranking_by(family, &windows));
            (fold, ranking)
        };
        Contest(folds.into_iter().map(ranked).collect())
    }

    /// The errors of a plan's model, fitted anew to the windows outside of each fold; where there
    /// are no folds, the error that it was judged by, or that of a linear model.
    ///
    /// # Errors
    /// Those of the fits; [`Error::Interrupted`] after a wish to end, and [`Error::Budget`] where
    /// the time has passed.
    pub fn errors(
        &self,
        (plan, fitted, tried): (&WindowPlan, &Fitted, &[Judged]),
        (train, schema): (&Table, &Schema),
        search: Search<'_>,
    ) -> Result<PlanErrors> {
        let (mut each, mut rows) = (Vec::with_capacity(self.0.len()), HeldErrors::default());
        for (done, (fold, ranking)) in self.0.iter().enumerate() {
            search.trying(format_args!("{} on windows held out, {} of {}", fitted.blocks(), done + 1, self.0.len()));
            let recipe = &fitted.file.sheet.recipe;
            let model = without((plan.ranked(ranking)?, fitted, recipe), (train, schema), fold, search)?;
            each.push(rows.add(&model.fitted, &model.held));
        }
        let blocks = fitted.blocks();
        if each.is_empty() {
            let known = tried.iter().find(|judged| judged.blocks == blocks).copied();
            let features = plan.features();
            let linear = || judged_linear((&features.learned(train)?, schema), (&plan.rest(&features)?, search));
            let judged = known.map_or_else(linear, Ok)?;
            let each = Repeats::of(vec![judged.error]);
            let unfair = Some(judged.standard_error(matches!(train.targets, Targets::Classes { .. })));
            return Ok(PlanErrors { each, overlap: Overlap::NONE, judged, unfair });
        }
        let folds: Vec<&Fold> = self.0.iter().map(|(fold, _)| fold).collect();
        let (each, effective) = (Repeats::of(each), rows.effective_share());
        let judged = Judged { blocks, error: each.mean, rows: rows.rows(), effective };
        Ok(PlanErrors { each, overlap: overlap(&folds), judged, unfair: None })
    }

    /// The models of a plan without each fold, with the regularisation of the whole one; none where
    /// there are no folds.
    ///
    /// # Errors
    /// Those of [`errors`](Self::errors).
    pub fn models(
        &self,
        (plan, fitted): (&WindowPlan, &Fitted),
        rows: (&Table, &Schema),
        search: Search<'_>,
    ) -> Result<Vec<HeldOutModel>> {
        let recipe = &fitted.decided();
        let models = self.0.iter().enumerate().map(|(done, (fold, ranking))| {
            search.trying(format_args!("calibrating on windows held out, {} of {}", done + 1, self.0.len()));
            without((plan.ranked(ranking)?, fitted, recipe), rows, fold, search)
        });
        models.collect()
    }
}

/// A model fitted to the windows outside of a fold, by whose features it was chosen too, with fewer
/// features where it has no room for so many.
fn without(
    (mut plan, fitted, recipe): (WindowPlan, &Fitted, &Recipe),
    (train, schema): (&Table, &Schema),
    fold: &Fold,
    search: Search<'_>,
) -> Result<HeldOutModel> {
    loop {
        let features = plan.features();
        let recipe = Recipe { size: plan.rest(&features)?.size, ..recipe.clone() };
        let learnt = features.learned(&train.select(&fold.learnt))?;
        let own = FitPlan { recipe: &recipe, goal: Goal::Model, search, ..fitted.plan(&learnt, schema) };
        let own = own.run();
        if search.passed() {
            let ended = "ended while models of windows were compared".to_owned();
            return Err(if search.is_stopped() { Error::Interrupted(ended) } else { Error::Budget(ended) });
        }
        match (own, plan.fewer()) {
            (Err(Error::Budget(_)), Some(fewer)) => plan = fewer,
            (own, _) => {
                return Ok(HeldOutModel { fitted: own?, held: features.table(&train.select(&fold.held))? });
            }
        }
    }
}

impl PlanErrors {
    /// The mean error of all folds: a share of windows, or a mean square.
    pub fn mean(&self) -> f64 {
        self.each.mean
    }

    /// The error with the windows that it was measured on.
    pub fn judged(&self) -> Judged {
        self.judged
    }

    /// Returns true if each fold had features of its own.
    pub fn is_fair(&self) -> bool {
        self.unfair.is_none()
    }

    /// Returns whether the error is below that of a simpler plan by more than a standard error.
    pub fn beats(&self, simpler: &PlanErrors) -> bool {
        match (self.unfair, simpler.unfair) {
            (None, None) => self.each.is_below(&simpler.each, self.overlap),
            (Some(own), Some(other)) => simpler.mean() - self.mean() > own.hypot(other),
            _ => false, // what is fair and what is not cannot be compared
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::windows;
    use super::super::options::WindowOptions;
    use super::super::plans::plans;
    use super::*;
    use crate::calibrate::{Outcome, probability, recalibrate};
    use crate::recipe::{Blocks, Bytes, Draw, Method, Recipe, Size};

    /// The errors of a linear model: by features that all windows chose, and in the contest.
    fn both(height: f64) -> [f64; 2] {
        let recipe = Recipe::sample(Method::Drawn(Draw::MonteCarlo));
        let size = Size { flash: Some(Bytes(512)), features: None, ram: None, deadline: None };
        let recipe = Recipe { size, blocks: None, ..recipe };
        let (table, schema) = windows(120, height);
        let (plans, contest) = plans(&table, &WindowOptions::default(), (&recipe, Search::default())).expect("windows");
        let (features, search) = (plans[0].features(), Search::default());
        let own = features.table(&table).expect("features");
        let rest = plans[0].rest(&features).expect("room");
        let fitted = crate::learn_within((&own, &schema), &rest, search, &|_| ()).expect("a model").fitted;
        let model = (&plans[0], &fitted, &[][..]);
        let of = |contest: &Contest| contest.errors(model, (&table, &schema), search).expect("errors");
        let (flattered, fair) = (of(&Contest::default()), of(&contest));
        let judged = fair.judged();
        assert_eq!((judged.rows, judged.error, judged.effective), (120, fair.mean(), 1.0));
        assert!(fair.is_fair() && !flattered.is_fair());
        [flattered.mean(), fair.mean()]
    }

    /// Of noise no model is right more often than by chance, whose standard error is 0.046;
    /// features that all windows chose make it look as if one were.
    #[test]
    fn features_of_all_windows_flatter_and_those_of_a_contest_do_not() {
        let [flattered, fair] = both(0.0);
        assert!(flattered < 0.3 && fair > 0.4, "{flattered} {fair}");
        let [flattered, fair] = both(20.0);
        assert!(flattered < 0.02 && fair < 0.02, "{flattered} {fair}");
    }

    /// Features that all windows chose promise probabilities of noise that new windows do not keep.
    #[test]
    fn probabilities_by_features_of_a_contest_hold_for_new_windows() {
        let recipe = Recipe::sample(Method::Drawn(Draw::MonteCarlo));
        let size = Size { flash: Some(Bytes(512)), features: None, ram: None, deadline: None };
        let recipe = Recipe { size, blocks: Some(Blocks::LINEAR), probability: true, ..recipe };
        let (table, schema) = windows(360, 0.0);
        let [train, other] = [(0..120).collect::<Vec<_>>(), (120..360).collect()].map(|rows| table.select(&rows));
        let (plans, contest) = plans(&train, &WindowOptions::default(), (&recipe, Search::default())).expect("windows");
        let plan = &plans[0].fewer().expect("fewer features");
        let features = plan.features();
        let own = features.table(&train).expect("features");
        let rest = plan.rest(&features).expect("room");
        let outcome = crate::learn_within((&own, &schema), &rest, Search::default(), &|_| ()).expect("a model");
        let models = contest.models((plan, &outcome.fitted), (&train, &schema), Search::default()).expect("models");
        assert_eq!(models.iter().map(|model| model.held.rows()).sum::<usize>(), 120);
        let other = features.table(&other).expect("features");
        let broken = |outcome: &Outcome| {
            let promised = outcome.probability.as_ref().expect("probabilities").heldout.after.log_loss;
            probability::measure(&outcome.fitted.file, &other).expect("probabilities").after.log_loss - promised
        };
        let [flattered, fair] = [&outcome, &recalibrate(outcome.clone(), &models)].map(broken);
        assert!(flattered > 0.05 && fair < flattered / 2.0, "{flattered} {fair}");
    }

    #[test]
    fn a_plan_has_to_be_better_by_a_standard_error() {
        let judged = Judged { blocks: crate::recipe::Blocks::LINEAR, error: 0.0, rows: 4, effective: 1.0 };
        let errors = |each: [f64; 4]| {
            let each = Repeats::of(each.into());
            PlanErrors { each, overlap: Overlap::NONE, judged, unfair: None }
        };
        let simple = errors([0.2, 0.2, 0.2, 0.2]);
        assert!(errors([0.1, 0.1, 0.1, 0.2]).beats(&simple));
        assert!(!errors([0.0, 0.4, 0.0, 0.3]).beats(&simple) && !simple.beats(&simple));
        let unfair = |error: f64| PlanErrors { unfair: Some(0.06), ..errors([error; 4]) };
        assert!(unfair(0.1).beats(&unfair(0.2)) && !unfair(0.12).beats(&unfair(0.2)));
    }
}
