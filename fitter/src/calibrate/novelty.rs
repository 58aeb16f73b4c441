//! Novelty: the distance of the scores from the nearest class target above which a row is new.
//!
//! In many dimensions the mean of kernel features says little about what is new, since a kernel
//! that generalises well is too wide for it. The scores of least squares do, see
//! [`kernelet::answer::novelty`]. The limit is a quantile of the distances of rows held out.

use super::held_out::HeldOutScores;
use crate::data::{Table, Targets};
use crate::error::{Error, Result};
use crate::fit::Fitted;
use crate::metrics::interval;
use crate::pack::ModelFile;
use crate::quantise::ClassTargets;
use crate::recipe::{HeadName, Recipe};
use kernelet::answer::novelty::{MOST_SCORES, UNIT};
use serde::Serialize;

/// The novelty limit of a model.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Novelty {
    /// The share of known rows that may be called new.
    pub rate: f64,
    /// The squared distance from the nearest class target above which a row is new.
    pub limit: f64,
    /// The rate on the training rows held out, which the limit comes from.
    pub heldout: NoveltyRate,
}

/// How many rows are called new.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct NoveltyRate {
    /// The number of rows.
    pub rows: usize,
    /// The share of rows that are called new.
    pub novel: f64,
    /// The 95 % confidence interval of that share.
    pub novel_interval: [f64; 2],
}

impl NoveltyRate {
    fn of(novel: usize, rows: usize) -> NoveltyRate {
        NoveltyRate {
            rows,
            novel: novel as f64 / rows as f64,
            novel_interval: interval::share(novel as u64, rows as u64, rows as f64),
        }
    }
}

/// Checks that the scores of a recipe have class targets to be far from.
///
/// # Errors
/// [`Error::Usage`] where the head minimises another loss than the squared error, or there are too
/// many classes.
pub fn check(train: &Table, recipe: &Recipe) -> Result<()> {
    let Targets::Classes { labels, .. } = &train.targets else { return Ok(()) };
    if recipe.novelty.is_none() {
        return Ok(());
    }
    if recipe.head != Some(HeadName::Ridge) {
        return Err(Error::Usage(
            "--novelty measures how far scores are from their targets: it goes with --head ridge".to_owned(),
        ));
    }
    match labels.len() > usize::from(MOST_SCORES) {
        true => Err(Error::Usage(format!("--novelty: more than {MOST_SCORES} classes"))),
        false => Ok(()),
    }
}

/// Gives a model the limit that at most this share of the rows held out exceed.
pub(crate) fn calibrate(fitted: Fitted, held_out: &HeldOutScores, rate: f64) -> (Fitted, Novelty) {
    let distances: Vec<f64> = held_out.scores.iter().map(|scores| distance(scores)).collect();
    // as the device stores it
    let limit = (quantile(distances.clone(), rate) * f64::from(UNIT)).ceil() / f64::from(UNIT);
    let novel = distances.iter().filter(|distance| **distance > limit).count();
    let novelty = Novelty { rate, limit, heldout: NoveltyRate::of(novel, distances.len()) };
    let scale = f64::from(fitted.file.device().header().scale);
    (fitted.with_class_targets(ClassTargets { target: 1.0 / scale, limit }), novelty)
}

/// The share of other rows that the device calls new; none for a model without a novelty limit.
pub fn measure(file: &ModelFile, table: &Table) -> Option<NoveltyRate> {
    let rows = file.device().novelties(&file.raw(&table.inputs))?;
    Some(NoveltyRate::of(rows.iter().filter(|novelty| novelty.is_novel).count(), rows.len()))
}

/// The squared distance of scores from the nearest class target: 1 for one class and -1 for all
/// others. Two classes have zero and one score.
fn distance(scores: &[f64]) -> f64 {
    if let [_, score] = scores {
        return (score.abs() - 1.0).powi(2);
    }
    let largest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let all: f64 = scores.iter().map(|score| (score + 1.0).powi(2)).sum();
    all - (largest + 1.0).powi(2) + (largest - 1.0).powi(2)
}

/// The number that at most this share of the numbers exceed.
fn quantile(mut numbers: Vec<f64>, rate: f64) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let above = (rate * numbers.len() as f64) as usize;
    numbers.get(numbers.len().saturating_sub(above + 1)).copied().unwrap_or(f64::INFINITY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_to_the_nearest_class_target() {
        let class_targets = |scores: &[f64]| {
            let to = |class: usize| {
                let target = |k| if k == class { 1.0 } else { -1.0 };
                scores.iter().enumerate().map(|(k, score)| (score - target(k)).powi(2)).sum::<f64>()
            };
            (0..scores.len()).map(to).fold(f64::INFINITY, f64::min)
        };
        for scores in [[0.3, -0.9, 0.1], [1.0, -1.0, -1.0], [-2.0, -1.5, -3.0]] {
            assert!((distance(&scores) - class_targets(&scores)).abs() < 1e-12);
        }
        assert_eq!((distance(&[0.0, -0.5]), distance(&[0.0, 3.0])), (0.25, 4.0));
    }

    #[test]
    fn a_quantile_leaves_its_share_above() {
        let numbers: Vec<f64> = (0..1000).map(|i| f64::from(i * 7919 % 1000)).collect();
        for rate in [0.0, 0.01, 0.05, 0.5] {
            let limit = quantile(numbers.clone(), rate);
            assert_eq!(numbers.iter().filter(|number| **number > limit).count(), (1000.0 * rate) as usize);
        }
    }
}
