//! Rows of a recording: what errs least on rows held out at random, each between two that are like it, has to be better than a
//! linear model on stretches of the recording that are left out whole, too.

use super::judge::LOOKS;
use super::{Choice, MARGIN, Trial, held, held_out, judges, worth};
use crate::data::{PARTS, Table, Targets};
use crate::error::Result;
use crate::fit::{FitPlan, Fitted};
use crate::recipe::{Blocks, Recipe};

impl Choice<'_> {
    /// What was found, or a linear model where stretches say so.
    ///
    /// There are few stretches, however many rows, so that they are cut into parts several times.
    pub(super) fn lasting(self, found: Fitted) -> Result<Fitted> {
        let Some(groups) = self.train.groups.blocks().filter(|_| !self.search.passed()) else { return Ok(found) };
        let train = &Table { groups, ..self.train.clone() };
        let parts = Some(self.recipe.folds.unwrap_or(PARTS as u16));
        let cut = |look| {
            let seed = self.recipe.seed.wrapping_add(look);
            judges(train, &Recipe { folds: parts, seed, ..self.recipe.clone() })
        };
        let (folds, again) = (&cut(0), &(0..LOOKS).flat_map(cut).collect::<Vec<_>>());
        Choice { train, folds, again, ..self }.on_stretches(found)
    }

    /// What was found, or a linear model that is fitted and judged by whole groups of rows, where what was found does not beat
    /// it on these by the margin of more blocks.
    ///
    /// Where a linear model has learnt nothing that holds for other groups these do not tell models apart, and what was found
    /// stays, as where either cannot be judged by them.
    fn on_stretches(self, found: Fitted) -> Result<Fitted> {
        let plain = self.plan(Blocks::LINEAR, None);
        let choice = Choice { worth: worth(&plain, self.folds), ..self };
        let own = FitPlan { search: self.search, ..found.again(self.train, self.schema) };
        let (Ok(line), Ok(own)) = (choice.line(plain), choice.trial(own)) else { return Ok(found) };
        let both = [&line, &own].map(|trial| choice.tried(trial));
        let lasts = choice.simplest(&both) == Some(Blocks::LINEAR) && line.error < blind(self.train);
        let linear = if lasts { line.fitted().ok() } else { None };
        Ok(Fitted { tried: found.tried.clone(), stretches: Some(both), ..linear.unwrap_or(found) })
    }
}

impl<'a> Choice<'a> {
    /// A linear model of values, or of logarithms where these err less by the margin of one block more.
    fn line(self, plain: FitPlan<'a>) -> Result<Trial<'a>> {
        let trial = self.trial(plain)?;
        let bent = if self.tails { self.trial(FitPlan { logarithms: true, ..plain }).ok() } else { None };
        let most = trial.error - MARGIN * self.deviation(trial.error);
        Ok(bent.filter(|bent| bent.error < most).unwrap_or(trial))
    }

    fn trial(self, plan: FitPlan<'a>) -> Result<Trial<'a>> {
        Ok(Trial { error: held_out(&plan, self.again)?, rows: held(self.folds), plan })
    }
}

/// The error of the best single answer to all rows.
fn blind(train: &Table) -> f64 {
    let all: f64 = train.sample_weights.iter().sum();
    let weighed = |values: &mut dyn Iterator<Item = f64>| -> f64 {
        values.zip(&train.sample_weights).map(|(value, sample_weights)| value * sample_weights).sum::<f64>() / all
    };
    match &train.targets {
        Targets::Classes { labels, index } => {
            let share = |class| weighed(&mut index.iter().map(|&own| f64::from(u8::from(own == class))));
            1.0 - (0..labels.len() as u32).map(share).fold(0.0, f64::max)
        }
        Targets::Values(values) => {
            let mean = weighed(&mut values.iter().copied());
            weighed(&mut values.iter().map(|value| (value - mean).powi(2)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(targets: Targets, sample_weights: Vec<f64>) -> Table {
        let inputs = crate::data::Inputs { names: Vec::new(), indicator: Vec::new(), columns: Vec::new() };
        Table { inputs, targets, groups: crate::data::Groups::Independent, sample_weights }
    }

    #[test]
    fn one_answer_to_all_errs_by_the_rarer_classes_or_the_variance() {
        let classes = Targets::Classes { labels: ["a", "b", "c"].map(str::to_owned).into(), index: vec![0, 1, 1, 2] };
        assert_eq!(blind(&table(classes.clone(), vec![1.0; 4])), 0.5);
        assert_eq!(blind(&table(classes, vec![5.0, 1.0, 1.0, 1.0])), 0.375);
        assert_eq!(blind(&table(Targets::Values(vec![1.0, 3.0, 5.0]), vec![1.0, 2.0, 1.0])), 2.0);
    }
}
