//! The choice of a size: models of several sizes, and the smallest of those that err as little as
//! the best.

use super::choice::{Choice, HOPELESS, Offer, has_logarithms};
use super::chosen::Chosen;
use super::fern_candidates::{FERNS, with_features};
use super::judge::{effective_share, held, held_out_sized, judges};
use super::judged::FrontierPoint;
use super::trial::Trial;
use crate::data::{Schema, Table};
use crate::error::{Error, Result};
use crate::features::find::Goal;
use crate::fern::FernParameters;
use crate::fit::FitPlan;
use crate::recipe::{Blocks, Bytes, KernelName, Number, Recipe, Size};
use crate::search::{Effort, Search};

/// The sizes that are tried, in bytes.
const SIZES: [usize; 6] = [256, 512, 1024, 2048, 4096, 8192];
/// The place of the size at which the schedule of learning is searched for.
const MIDDLE: usize = 3;
/// The share of a limited time for the search for a schedule.
const SCHEDULE: f64 = 0.5;
/// The number of sizes in a row without a lower error that ends the search.
const FAILURES: usize = 2;
/// The ridge with which the leaves of ferns are refitted.
const REFIT: f64 = 5.0;

/// A plan that was judged, with the bytes of its models.
struct SizedTrial<'a> {
    trial: Trial<'a>,
    bytes: usize,
}

/// Returns a recipe for each size that is tried, the smallest first.
pub fn recipes(recipe: &Recipe) -> Vec<Recipe> {
    let sized = |bytes| Recipe { size: Size { flash: Some(Bytes(bytes)), ..recipe.size }, ..recipe.clone() };
    SIZES.map(sized).into()
}

/// Chooses the smallest model whose error is within one standard error of the lowest, among those
/// of the sizes of `recipes`.
///
/// # Errors
/// [`Error::Budget`] where no model fits; those of [`choose`](super::choose).
pub fn smallest<'a>(
    (train, schema): (&'a Table, &'a Schema),
    recipes: &'a [Recipe],
    search: Search<'a>,
    offer: Offer<'a>,
) -> Result<Chosen<'a>> {
    let recipe = &recipes[recipes.len() - 1];
    let (folds, search) = (judges(train, recipe), search.with_effort(Effort::Quick));
    let has_logarithms = recipe.logarithms.is_none() && has_logarithms(train);
    let choice = Choice {
        train,
        schema,
        recipe,
        folds: &folds,
        again: &[],
        has_logarithms,
        logarithmic: false,
        search,
        effective: 1.0,
        offer,
    };
    let effective = effective_share(&choice.plan(Blocks::LINEAR, None), &folds);
    let choice = Choice { effective, ..choice };
    let mut found = choice.of_all_sizes(recipes)?;
    let Some(taken) = choice.taken(&found) else {
        // too few rows to judge by, or no room: the fit says why, or takes the simplest
        return FitPlan { goal: Goal::Model, ..choice.plan(Blocks::LINEAR, None) }.run().map(Chosen::fitted);
    };
    let point = |(place, found): (usize, &SizedTrial<'a>)| FrontierPoint {
        bytes: found.bytes,
        judged: choice.judged(&found.trial),
        number: found.trial.plan.number,
        taken: place == taken,
    };
    let frontier = found.iter().enumerate().map(point).collect();
    let SizedTrial { trial, .. } = found.swap_remove(taken);
    let (recipe, judged) = (trial.plan.recipe, choice.judged(&trial));
    let chosen = Chosen { frontier, tried: vec![judged], ..Chosen::trial(trial) };
    Choice { recipe, ..choice }.confirm_blocked(chosen)
}

impl<'a> Choice<'a, '_> {
    /// The place of the smallest model whose error is within one standard error of the lowest.
    fn taken(self, found: &[SizedTrial<'a>]) -> Option<usize> {
        let lowest = found.iter().map(|found| found.trial.error).fold(f64::INFINITY, f64::min);
        let most = lowest + self.deviation(lowest);
        found.iter().position(|found| found.trial.error <= most)
    }

    /// The best model of each size, and the linear one, the smallest first.
    fn of_all_sizes(self, recipes: &'a [Recipe]) -> Result<Vec<SizedTrial<'a>>> {
        let Ok((linear, logarithmic)) = self.linear_of_any_size() else { return Ok(Vec::new()) };
        let mut found: Vec<SizedTrial<'a>> = linear.into_iter().collect();
        let middle = Choice { recipe: &recipes[MIDDLE], search: self.search.part(SCHEDULE), ..self };
        let middle = match middle.features_of_middle() {
            Err(Error::Budget(_)) => None,
            found => Some(found?),
        };
        let features = middle.as_ref().map(|sized| sized.trial.plan);
        let (mut lowest, mut failures) = (f64::INFINITY, 0);
        for recipe in recipes {
            if failures >= FAILURES || (self.search.passed() && !found.is_empty()) {
                break;
            }
            let Some(best) = (Choice { recipe, logarithmic, has_logarithms: false, ..self }).of_size(features) else {
                continue;
            };
            failures = if best.trial.error < lowest { 0 } else { failures + 1 };
            lowest = lowest.min(best.trial.error);
            found.push(best);
        }
        if self.search.passed()
            && let Some(sized) = middle.filter(|sized| sized.trial.error.is_finite())
        {
            // its own size may not have had its turn
            let plan = FitPlan { search: self.search, ..sized.trial.plan };
            found.push(SizedTrial { trial: Trial { plan, ..sized.trial }, ..sized });
        }
        found.sort_by(|a, b| a.bytes.cmp(&b.bytes).then(a.trial.error.total_cmp(&b.trial.error)));
        // two sizes may have the same model
        found.dedup_by_key(|found| found.bytes);
        Ok(found)
    }

    /// A linear model, which has one size, and whether it takes logarithms; none where that size is
    /// too large. It is offered at once.
    ///
    /// # Errors
    /// Those of fits that no size makes possible.
    fn linear_of_any_size(self) -> Result<(Option<SizedTrial<'a>>, bool)> {
        self.search.trying(Blocks::LINEAR);
        let plan = self.by_logarithms(self.offer_unjudged(self.plan(Blocks::LINEAR, None)));
        let linear = match self.sized(plan, &[FERNS]) {
            Err(Error::Budget(_)) => return Ok((None, plan.logarithms)),
            linear => linear?,
        };
        if let Ok(fitted) = (FitPlan { search: self.search.last(), ..linear.trial.plan }).run() {
            (self.offer)(&fitted, &[self.judged(&linear.trial)]);
        }
        Ok((Some(linear), plan.logarithms))
    }

    /// The features that stand for those of all sizes: cosines, ReLU or patches, by schedules that
    /// are searched for.
    fn features_of_middle(self) -> Result<SizedTrial<'a>> {
        let cosine = self.scheduled(Blocks::COSINE)?;
        let mut kinds = vec![cosine];
        if self.recipe.kernel == KernelName::Gaussian {
            kinds.push(FitPlan { blocks: Blocks::RELU, ..cosine });
        }
        if self.takes_patches() && !self.search.passed() {
            kinds.extend(self.scheduled(Blocks::PATCH).ok());
        }
        let unjudged = Trial { plan: cosine, error: f64::INFINITY, rows: 0 };
        let mut best = SizedTrial { trial: unjudged, bytes: 0 };
        for plan in kinds {
            self.search.trying(plan.blocks);
            match self.sized(plan, &[FERNS]) {
                Ok(sized) if sized.trial.error < best.trial.error => best = sized,
                _ => {}
            }
        }
        Ok(best)
    }

    /// The plan of these features with the schedule that a search finds for them.
    fn scheduled(self, blocks: Blocks) -> Result<FitPlan<'a>> {
        let number = self.recipe.number.unwrap_or(Number::Q7);
        self.search.trying(format_args!("schedules of {blocks}"));
        let open = self.by_logarithms(FitPlan { number, ..self.plan(blocks, None) });
        Ok(FitPlan { schedule: open.run()?.schedule, ..open })
    }

    /// The best model of one size, whose features are learned as these are; none where nothing
    /// fits.
    fn of_size(self, features: Option<FitPlan<'a>>) -> Option<SizedTrial<'a>> {
        let mut best = Best { choice: self, sized: None };
        let ferns = best.hear(self.plan(Blocks::FERNS, None), &[FERNS, FernParameters { refit: Some(REFIT), ..FERNS }]);
        best.hear(self.plan(Blocks::LINEAR.and_ferns(), None), &[FERNS]);
        let Some(features) = features else { return best.sized };
        let numbers = self.recipe.number.map_or(Number::SMALL.to_vec(), |number| vec![number]);
        let own = numbers.into_iter().map(|number| {
            let plan = FitPlan { number, recipe: self.recipe, search: self.search, ..features };
            (best.hear(plan, &[FERNS]), plan)
        });
        let own = own.min_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((_, plan)) = own.filter(|(error, _)| error.max(ferns) <= HOPELESS * error.min(ferns)) {
            best.hear(FitPlan { blocks: plan.blocks.and_ferns(), ..plan }, &with_features(FERNS)[1..]);
        }
        best.sized
    }

    /// Judges a plan by the best of several fern parameters.
    fn sized(self, plan: FitPlan<'a>, candidates: &[FernParameters]) -> Result<SizedTrial<'a>> {
        let (errors, bytes) = held_out_sized(&plan, candidates, self.folds)?;
        let best = errors.iter().zip(candidates).min_by(|a, b| a.0.total_cmp(b.0));
        let none = || Error::Budget("no error on rows held out".to_owned());
        let (&error, &fern_parameters) = best.filter(|(error, _)| error.is_finite()).ok_or_else(none)?;
        let plan = FitPlan { fern_parameters, ..plan };
        Ok(SizedTrial { trial: Trial { plan, error, rows: held(self.folds) }, bytes })
    }
}

/// The best model of one size so far.
struct Best<'a, 'f> {
    choice: Choice<'a, 'f>,
    sized: Option<SizedTrial<'a>>,
}

impl<'a> Best<'a, '_> {
    /// Judges a plan, if there is time, and keeps it where it is better; returns its error.
    fn hear(&mut self, plan: FitPlan<'a>, candidates: &[FernParameters]) -> f64 {
        let search = self.choice.search;
        if search.passed() {
            return f64::INFINITY;
        }
        let size = self.choice.recipe.size.flash.map_or(0, |flash| flash.0);
        search.trying(format_args!("{} of up to {size} bytes", plan.blocks));
        let Ok(sized) = self.choice.sized(plan, candidates) else { return f64::INFINITY };
        let error = sized.trial.error;
        if self.sized.as_ref().is_none_or(|best| error < best.trial.error) {
            self.sized = Some(sized);
        }
        error
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::{Method, Number};

    /// Of errors 0.3, 0.2 and 0.19 on a hundred rows, the last two are within a standard error.
    #[test]
    fn the_smallest_model_within_a_standard_error_is_taken() {
        let folds = [crate::data::Fold { learnt: Vec::new(), held: (0..100).collect() }];
        let (train, schema) = crate::choose::fixtures::classes();
        let recipe = &Recipe { number: Some(Number::Q7), ..Recipe::sample(Method::Learned) };
        let choice = Choice::sample((&train, &schema), recipe, &folds);
        let found = |errors: [f64; 3]| {
            let sized = |(place, error): (usize, f64)| SizedTrial {
                trial: Trial { plan: choice.plan(Blocks::LINEAR, None), error, rows: 100 },
                bytes: 100 << place,
            };
            choice.taken(&errors.into_iter().enumerate().map(sized).collect::<Vec<_>>())
        };
        assert_eq!(found([0.3, 0.2, 0.19]), Some(1));
        assert_eq!(found([0.3, 0.25, 0.19]), Some(2));
        assert_eq!(found([0.1, 0.25, 0.19]), Some(0));
        assert_eq!(choice.taken(&[]), None);
    }
}
