//! Rows of a recording: what errs least on rows held out at random, each between two that are like it, has to be better than a
//! linear model on stretches of the recording that are left out whole, too.

use super::{Choice, Trial, held, held_out, judges, worth};
use crate::data::{Table, Targets};
use crate::error::{Error, Result};
use crate::fit::{Fitted, Job};
use crate::recipe::Blocks;

impl Choice<'_> {
    /// What was found, or a linear model that is fitted and judged by stretches left out whole, where what was found does not
    /// beat it on these by the margin of more blocks.
    ///
    /// Where a linear model has learnt nothing that holds on other stretches they do not tell models apart, and what was found
    /// stays.
    pub(super) fn lasting(self, found: Fitted) -> Result<Fitted> {
        let Some(kin) = self.train.kin.apart().filter(|_| !self.search.passed()) else { return Ok(found) };
        let train = &Table { kin, ..self.train.clone() };
        let folds = &judges(train, self.recipe);
        let apart = Choice { train, folds, again: folds, ..self };
        let own = Job { search: self.search, ..found.again(train, self.schema) };
        let line = apart.by_logarithms(apart.job(Blocks::LINEAR, None));
        let apart = Choice { worth: worth(&line, folds), ..apart };
        let judged = |job| Ok(Trial { error: held_out(&job, folds)?, rows: held(folds), job });
        let (line, own) = match (judged(line), judged(own)) {
            (Ok(line), Ok(own)) => (line, own),
            // a budget for less than a line
            (Err(Error::Budget(_)), _) | (_, Err(Error::Budget(_))) => return Ok(found),
            (Err(why), _) | (_, Err(why)) => return Err(why),
        };
        let both = [&line, &own].map(|trial| apart.tried(trial));
        let lasts = apart.simplest(&both) == Some(Blocks::LINEAR) && line.error < blind(train);
        let linear = if lasts { line.fitted().ok() } else { None };
        Ok(Fitted { tried: found.tried.clone(), stretches: Some(both), ..linear.unwrap_or(found) })
    }
}

/// The error of the best single answer to all rows.
fn blind(train: &Table) -> f64 {
    let all: f64 = train.importance.iter().sum();
    let weighed = |values: &mut dyn Iterator<Item = f64>| -> f64 {
        values.zip(&train.importance).map(|(value, importance)| value * importance).sum::<f64>() / all
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

    fn table(targets: Targets, importance: Vec<f64>) -> Table {
        let inputs = crate::data::Inputs { names: Vec::new(), indicator: Vec::new(), columns: Vec::new() };
        Table { inputs, targets, kin: crate::data::Kin::Strangers, importance }
    }

    #[test]
    fn one_answer_to_all_errs_by_the_rarer_classes_or_the_variance() {
        let classes = Targets::Classes { labels: ["a", "b", "c"].map(str::to_owned).into(), index: vec![0, 1, 1, 2] };
        assert_eq!(blind(&table(classes.clone(), vec![1.0; 4])), 0.5);
        assert_eq!(blind(&table(classes, vec![5.0, 1.0, 1.0, 1.0])), 0.375);
        assert_eq!(blind(&table(Targets::Values(vec![1.0, 3.0, 5.0]), vec![1.0, 2.0, 1.0])), 2.0);
    }
}
