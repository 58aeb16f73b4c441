//! Judging: each fold is predicted by a model fitted to the others.

use super::judged::Judged;
use crate::data::{ColumnKind, FEW, Fold, Folding, Groups, PARTS, Table, Targets, folds};
use crate::error::Result;
use crate::features::find::Goal;
use crate::fern::FernParameters;
use crate::fit::{self, FitPlan, Fitted};
use crate::metrics::{errors, interval};
use crate::pack::size;
use crate::recipe::Recipe;
use crate::search::{Candidate, ModelSize};
use rayon::prelude::*;
use std::sync::{Mutex, PoisonError};

/// The number of foldings over which few rows are judged again.
pub(super) const REPEATS: u64 = 3;
/// The most rows that a first judgement uses.
const ROWS: usize = 20_000;

/// The folds on which the models of a table are judged.
pub(crate) fn judges(train: &Table, recipe: &Recipe) -> Vec<Fold> {
    let asked = recipe.folds.map(usize::from).map(|parts| Folding { parts, count: parts, most: ROWS });
    folds(&train.groups, train.rows(), asked.unwrap_or(quick(train.rows())), recipe.seed)
}

/// The folds of all rows, for what must not miss a window of a recording.
pub(crate) fn whole_judges(train: &Table, recipe: &Recipe) -> Vec<Fold> {
    let most = train.rows();
    let asked = recipe.folds.map(usize::from).map(|parts| Folding { parts, count: parts, most });
    folds(&train.groups, most, asked.unwrap_or(Folding { most, ..quick(most) }), recipe.seed)
}

/// The folds on which near candidates are judged again.
///
/// Errors on few rows depend on the folding, so these are averaged over several; of many rows, all
/// are used.
pub(crate) fn judges_again(train: &Table, recipe: &Recipe) -> Vec<Fold> {
    let rows = train.rows();
    if rows > ROWS && recipe.folds.is_none() {
        return folds(&train.groups, rows, thorough(rows), recipe.seed.wrapping_add(1));
    }
    let repeats = if rows <= FEW { REPEATS } else { 1 };
    let seeds = (1..=repeats).map(|repeat| recipe.seed.wrapping_add(repeat));
    seeds.flat_map(|seed| judges(train, &Recipe { seed, ..recipe.clone() })).collect()
}

/// A folding that is soon fitted.
fn quick(rows: usize) -> Folding {
    Folding { parts: PARTS, count: if rows <= FEW { PARTS } else { 3 }, most: ROWS }
}

/// A folding of all of many rows that holds out no fewer than the quick one, in fewer folds.
fn thorough(rows: usize) -> Folding {
    Folding { parts: PARTS, count: (3 * ROWS).div_ceil(rows), most: rows }
}

/// The weighted error of a plan on rows held out, fitted anew for each fold: a share of rows, or a
/// mean square for values.
///
/// # Errors
/// Those of the fits.
pub(crate) fn held_out(plan: &FitPlan<'_>, folds: &[Fold]) -> Result<f64> {
    Ok(held_out_each(plan, &[plan.fern_parameters], folds)?.remove(0))
}

/// The same for each of several fern parameters.
///
/// # Errors
/// Those of the fits.
pub(crate) fn held_out_each(plan: &FitPlan<'_>, candidates: &[FernParameters], folds: &[Fold]) -> Result<Vec<f64>> {
    Ok(held_out_measured(plan, candidates, folds)?.0)
}

/// The same, with the bytes of the largest model.
///
/// # Errors
/// Those of the fits.
pub(super) fn held_out_sized(
    plan: &FitPlan<'_>,
    candidates: &[FernParameters],
    folds: &[Fold],
) -> Result<(Vec<f64>, usize)> {
    let (errors, bytes) = held_out_measured(plan, candidates, folds)?;
    let measured = bytes.map_or(f64::INFINITY, |bytes| bytes as f64);
    let known = plan.search.error(subject(plan), ("bytes", candidates), || measured);
    match known.is_finite() {
        true => Ok((errors, known as usize)),
        // the errors were recorded, and their models are gone
        false => Ok((errors, FitPlan { goal: Goal::Model, ..*plan }.run()?.file.model.bytes().len())),
    }
}

/// The errors, with the bytes of the largest model; none where all errors were known.
fn held_out_measured(
    plan: &FitPlan<'_>,
    candidates: &[FernParameters],
    folds: &[Fold],
) -> Result<(Vec<f64>, Option<usize>)> {
    let (subject, sizes) = (subject(plan), Sizes::default());
    let errors = |fold: &Fold| {
        let subject = plan.search.subject(|key| key.text((subject, &fold.learnt, &fold.held)));
        plan.search.cautious().try_errors(subject, candidates, |open| errors_on(plan, (fold, &sizes), open))
    };
    let errors = folds.par_iter().map(errors).collect::<Result<Vec<Vec<f64>>>>()?;
    let mean = |candidate: usize| errors.iter().map(|errors| errors[candidate]).sum::<f64>() / folds.len() as f64;
    let means: Vec<f64> = (0..candidates.len()).map(mean).collect();
    let sizes: Vec<Option<ModelSize>> = candidates.iter().map(|candidate| sizes.of(candidate)).collect();
    if folds.len() > 1 {
        means.iter().zip(&sizes).for_each(|(&error, &size)| plan.search.judged(candidate(plan, error, size)));
    }
    Ok((means, sizes.into_iter().flatten().map(|size| size.bytes).max()))
}

/// The sizes of models by their fern parameters: of those fitted to several folds, the largest.
#[derive(Default)]
struct Sizes(Mutex<Vec<(FernParameters, ModelSize)>>);

impl Sizes {
    fn add(&self, parameters: FernParameters, size: ModelSize) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match all.iter_mut().find(|(known, _)| *known == parameters) {
            Some((_, known)) => *known = known.max(size),
            None => all.push((parameters, size)),
        }
    }

    fn of(&self, parameters: &FernParameters) -> Option<ModelSize> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.iter().find(|(known, _)| known == parameters).map(|(_, size)| *size)
    }
}

/// The report of a plan's error.
pub(super) fn candidate(plan: &FitPlan<'_>, error: f64, size: Option<ModelSize>) -> Candidate {
    let is_share = matches!(plan.train.targets, Targets::Classes { .. });
    let is_weighted = plan.train.is_weighted();
    Candidate { blocks: plan.blocks, number: plan.number, error, is_share, is_weighted, size }
}

/// The key under which a record keeps the errors of a plan: its rows and everything that decides
/// the fit.
fn subject(plan: &FitPlan<'_>) -> u64 {
    plan.search.subject(|key| {
        let FitPlan { number, blocks, logarithms, patch, schedule, .. } = *plan;
        let Table { inputs, targets, teacher, groups, sample_weights, .. } = plan.train;
        let indicators = inputs.kinds.iter().map(|&kind| kind == ColumnKind::Indicator).collect::<Vec<_>>();
        let rows = key.numbers(inputs.columns.iter().flatten()).text(indicators);
        let rows = rows.text((targets, groups)).numbers(sample_weights);
        let rows = teacher.iter().fold(rows, |rows, teacher| rows.text(teacher));
        // names that form a grid decide whether the inputs are an image
        let rows = rows.text(fit::grid(plan.recipe, &inputs.names).ok());
        // an error found in less time is as true, and one of an open choice is one of a given
        // choice
        let recipe =
            Recipe { seconds: None, steady: None, number: None, blocks: None, logarithms: None, ..plan.recipe.clone() };
        rows.text((
            "held out",
            recipe,
            number,
            blocks,
            (logarithms, patch),
            (schedule, plan.search.is_idle(), plan.search.effort()),
        ))
    })
}

/// The error of each candidate on one fold, fitted to the rows outside of it, whose sizes are added
/// to those known.
fn errors_on(plan: &FitPlan<'_>, (fold, sizes): (&Fold, &Sizes), candidates: &[FernParameters]) -> Result<Vec<f64>> {
    let train = &plan.train.select(&fold.learnt);
    let fitted = FitPlan { train, goal: Goal::Model, ..*plan }.run_each(candidates)?;
    candidates.iter().zip(&fitted).for_each(|(&candidate, fitted)| sizes.add(candidate, size(&fitted.file)));
    let held = plan.train.select(&fold.held);
    Ok(fitted.iter().map(|fitted| weighted_error(fitted, &held)).collect())
}

/// The weighted mean error of a model on rows held out.
pub(super) fn weighted_error(fitted: &Fitted, held: &Table) -> f64 {
    weighted_mean(&errors(&fitted.file, held), &held.sample_weights)
}

/// The mean of errors by the weights of their rows.
pub(super) fn weighted_mean(errors: &[f64], weights: &[f64]) -> f64 {
    let sum: f64 = errors.iter().zip(weights).map(|(error, weight)| error * weight).sum();
    sum / weights.iter().sum::<f64>()
}

/// The error of a plan on the rows held out, as it is reported.
///
/// # Errors
/// Those of the fits.
pub(super) fn judged(plan: &FitPlan<'_>, folds: &[Fold]) -> Result<Judged> {
    let (error, effective) = (held_out(plan, folds)?, effective_share(plan, folds));
    Ok(Judged { blocks: plan.blocks, error, rows: held(folds), effective })
}

/// The effective sample size of one row held out, by the errors of a plan: 1 where rows are
/// independent of each other and weigh the same.
pub(crate) fn effective_share(plan: &FitPlan<'_>, folds: &[Fold]) -> f64 {
    let of_weights = share_of_weights(&plan.train.sample_weights);
    if are_independent(&plan.train.groups) {
        return of_weights;
    }
    let mut all = HeldErrors::default();
    for fold in folds {
        let learnt = FitPlan { train: &plan.train.select(&fold.learnt), goal: Goal::Model, ..*plan };
        let Ok(fitted) = learnt.run() else { continue };
        all.add(&fitted, &plan.train.select(&fold.held));
    }
    of_weights * all.effective_share()
}

/// The rows of equal weight whose weighted mean is as uncertain, as a share of all (Kish 1965).
fn share_of_weights(weights: &[f64]) -> f64 {
    let squares: f64 = weights.iter().map(|weight| weight * weight).sum();
    weights.iter().sum::<f64>().powi(2) / (squares * weights.len() as f64)
}

fn are_independent(groups: &Groups) -> bool {
    matches!(groups, Groups::Independent | Groups::Blocked(_))
}

/// The errors of models on the rows that they were not fitted to.
#[derive(Default)]
pub(super) struct HeldErrors {
    each: Vec<f64>,
    weights: Vec<f64>,
    together: Vec<Vec<usize>>,
}

impl HeldErrors {
    /// Adds the rows of a fold, and returns their weighted error.
    pub fn add(&mut self, fitted: &Fitted, held: &Table) -> f64 {
        let own = errors(&fitted.file, held);
        let error = weighted_mean(&own, &held.sample_weights);
        self.add_errors(own, held);
        error
    }

    /// Adds the errors of the rows of a fold.
    pub fn add_errors(&mut self, own: Vec<f64>, held: &Table) {
        let first = self.each.len();
        let groups = match held.groups.left_out_together(held.rows()) {
            none if none.is_empty() && !are_independent(&held.groups) => vec![(0..held.rows()).collect()],
            groups => groups,
        };
        let shifted = |group: Vec<usize>| group.into_iter().map(|row| row + first).collect();
        self.together.extend(groups.into_iter().map(shifted));
        self.each.extend(own);
        self.weights.extend(&held.sample_weights);
    }

    /// The standard error of their weighted mean.
    pub fn standard_error(&self) -> f64 {
        let mean = weighted_mean(&self.each, &self.weights);
        let off = |(error, weight): (&f64, &f64)| (weight * (error - mean)).powi(2);
        let squares: f64 = self.each.iter().zip(&self.weights).map(off).sum();
        (squares / self.effective_share()).sqrt() / self.weights.iter().sum::<f64>()
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.each.len()
    }

    /// The effective sample size of one row: 1 where rows are independent of each other.
    pub fn effective_share(&self) -> f64 {
        match self.together.is_empty() {
            true => 1.0,
            false => interval::effective_sample_size(&self.each, &self.together) / self.each.len() as f64,
        }
    }
}

/// The number of rows that the folds hold out in all.
pub(crate) fn held(folds: &[Fold]) -> usize {
    folds.iter().map(|fold| fold.held.len()).sum()
}

#[cfg(test)]
mod tests {
    use super::super::first_plan::first_plan;
    use super::*;
    use crate::data::Inputs;
    use crate::recipe::Method;
    use crate::search::{Record, Search};

    /// Of rows in pairs with equal errors, half are independent; a row that weighs 3 counts as
    /// three.
    #[test]
    fn errors_have_the_standard_error_of_what_is_independent() {
        let (table, _) = crate::choose::fixtures::classes();
        let of = |groups, sample_weights: Vec<f64>, own: Vec<f64>| {
            let rows: Vec<usize> = (0..own.len()).map(|row| row % table.rows()).collect();
            let held = Table { groups, sample_weights, ..table.select(&rows) };
            let mut all = HeldErrors::default();
            all.add_errors(own, &held);
            all.standard_error()
        };
        let pairs = [1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0].repeat(100);
        let alone = of(Groups::Independent, vec![1.0; 1000], pairs.clone());
        assert!((alone - (0.24f64 / 1000.0).sqrt()).abs() < 1e-12);
        let groups = Groups::Labelled((0..1000).map(|row| row / 2).collect());
        let together = of(groups, vec![1.0; 1000], pairs);
        assert!((together / alone - 2f64.sqrt()).abs() < 0.01, "{together} {alone}");
        let weighted = of(Groups::Independent, vec![3.0, 1.0, 1.0], vec![1.0, 0.0, 0.0]);
        // the mean is 0.6; sqrt((3 * 0.4)^2 + 2 * 0.6^2) / 5
        assert!((weighted - 2.16f64.sqrt() / 5.0).abs() < 1e-12);
    }

    /// Inputs whose names form a grid are standardised as an image.
    #[test]
    fn names_of_a_grid_have_errors_of_their_own() {
        let (table, schema) = crate::choose::fixtures::classes();
        let (recipe, record) = (Recipe::sample(Method::Learned), Record::default());
        let key = |prefix: &str, separator: &str| {
            let names = (0..4).map(|i| format!("{prefix}{}{separator}{}", i / 2, i % 2)).collect();
            let Inputs { kinds, columns, .. } = &table.inputs;
            let inputs = Inputs { names, kinds: kinds.repeat(2), columns: [&columns[..], columns].concat() };
            let train = Table { inputs, ..table.clone() };
            subject(&first_plan((&train, &schema), (&recipe, Search::of_fit(None, Some(&record)))))
        };
        assert_eq!(key("a", "b"), key("b", "a"));
        assert_ne!(key("a", "b"), key("p", "_"));
    }

    #[test]
    fn of_many_rows_the_thorough_folding_learns_from_nearly_all() {
        for rows in [25_000, 40_000, 70_000] {
            let folded = |folding| folds(&Groups::Independent, rows, folding, 1);
            let (first, again) = (folded(quick(rows)), folded(thorough(rows)));
            assert!(again.iter().all(|fold| fold.learnt.len() == rows / PARTS * (PARTS - 1)));
            assert!(first.iter().all(|fold| fold.learnt.len() == ROWS / PARTS * (PARTS - 1)));
            assert!(held(&again) >= held(&first));
        }
    }
}
