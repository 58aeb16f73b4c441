//! Rows that are predictable from neighbouring rows: the chosen model has to beat a linear one on
//! blocks of consecutive rows held out whole, too (blocked cross-validation).

use super::choice::{Choice, MARGIN};
use super::chosen::Chosen;
use super::judge::{REPEATS, effective_share, held, held_out, judges};
use super::trial::Trial;
use crate::data::{PARTS, Table, Targets};
use crate::error::Result;
use crate::fit::FitPlan;
use crate::recipe::{Blocks, Recipe};

impl<'a> Choice<'a, '_> {
    /// Returns what was chosen, or a linear model where blocked cross-validation prefers it.
    ///
    /// There are few blocks, however many rows, so several foldings of them are averaged.
    pub(super) fn confirm_blocked(self, chosen: Chosen<'a>) -> Result<Chosen<'a>> {
        let Some(groups) = self.train.groups.blocks().filter(|_| !self.search.passed()) else { return Ok(chosen) };
        let train = &Table { groups, ..self.train.clone() };
        let parts = Some(self.recipe.folds.unwrap_or(PARTS as u16));
        let folds = |repeat| {
            let seed = self.recipe.seed.wrapping_add(repeat);
            judges(train, &Recipe { folds: parts, seed, ..self.recipe.clone() })
        };
        let (folds, again) = (&folds(0), &(0..REPEATS).flat_map(folds).collect::<Vec<_>>());
        Ok(Choice { train, folds, again, ..self }.against_linear(chosen))
    }

    /// Returns what was chosen, or a linear model fitted to whole blocks where the chosen one does
    /// not beat it by the margin of its blocks.
    ///
    /// The choice stays where either cannot be judged, and where the linear model is no better than
    /// one answer to all rows: these blocks then do not tell models apart.
    fn against_linear<'b>(self, chosen: Chosen<'b>) -> Chosen<'b> {
        let plain = self.plan(Blocks::LINEAR, None);
        let choice = Choice { effective: effective_share(&plain, self.folds), ..self };
        let own = chosen.plan(self.train, self.schema).map(|plan| FitPlan { search: self.search, ..plan });
        let own = own.and_then(|plan| choice.trial(plan).ok());
        let (Ok(linear), Some(own)) = (choice.linear(plain), own) else { return chosen };
        let both = [choice.judged(&linear), choice.judged(&own)];
        let better = choice.simplest(&both) == Some(Blocks::LINEAR) && linear.error < constant_error(self.train);
        match if better { linear.refit().ok() } else { None } {
            Some(fitted) => chosen.linear(fitted, both),
            None => Chosen { blocked: Some(both), ..chosen },
        }
    }

    /// A linear model of values, or of logarithms where these lower the error by the margin of one
    /// block.
    fn linear(self, plain: FitPlan<'a>) -> Result<Trial<'a>> {
        let trial = self.trial(plain)?;
        let logarithmic =
            if self.has_logarithms { self.trial(FitPlan { logarithms: true, ..plain }).ok() } else { None };
        let most = trial.error - MARGIN * self.deviation(trial.error);
        Ok(logarithmic.filter(|logarithmic| logarithmic.error < most).unwrap_or(trial))
    }

    fn trial<'b>(self, plan: FitPlan<'b>) -> Result<Trial<'b>> {
        Ok(Trial { error: held_out(&plan, self.again)?, rows: held(self.folds), plan })
    }
}

/// The error of the best constant prediction.
fn constant_error(train: &Table) -> f64 {
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
            let error = |(column, unit): (&Vec<f64>, &f64)| {
                let mean = weighed(&mut column.iter().copied());
                weighed(&mut column.iter().map(|value| (value - mean).powi(2))) / unit.powi(2)
            };
            let errors = values.columns.iter().zip(&values.units).map(error);
            errors.sum::<f64>() / values.columns.len() as f64
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(targets: Targets, sample_weights: Vec<f64>) -> Table {
        let inputs = crate::data::Inputs { names: Vec::new(), kinds: Vec::new(), columns: Vec::new() };
        Table { inputs, targets, groups: crate::data::Groups::Independent, sample_weights, teacher: None, places: None }
    }

    #[test]
    fn a_constant_errs_by_the_rarer_classes_or_the_variance() {
        let classes = Targets::Classes { labels: ["a", "b", "c"].map(str::to_owned).into(), index: vec![0, 1, 1, 2] };
        assert_eq!(constant_error(&table(classes.clone(), vec![1.0; 4])), 0.5);
        assert_eq!(constant_error(&table(classes, vec![5.0, 1.0, 1.0, 1.0])), 0.375);
        assert_eq!(constant_error(&table(Targets::Values(vec![1.0, 3.0, 5.0].into()), vec![1.0, 2.0, 1.0])), 2.0);
    }
}
