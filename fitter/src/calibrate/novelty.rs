//! Novelty: from what distance of its scores on a row is new.
//!
//! The mean of kernel features does not tell what is new in many dimensions, whatever the features, since the kernel that generalises well is too wide; the
//! scores of least squares do, see [`kernelet::novelty`]. The limit is that above which a given share of the rows held out would be.

use crate::calibrate::held_out::HeldOutScores;
use crate::data::{Table, Targets};
use crate::error::{Error, Result};
use crate::fit::Fitted;
use crate::metrics::interval;
use crate::quantise::ClassTargets;
use crate::recipe::{HeadName, Recipe};
use kernelet::novelty::{MOST_SCORES, UNIT};
use serde::Serialize;

/// When a model takes rows for new ones.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Novelty {
    /// The share of known rows that it may take for new ones.
    pub rate: f64,
    /// The distance above which a row is new, in squares of the head's target.
    pub limit: f64,
    /// On the training rows held out that the limit is of.
    pub heldout: NoveltyRate,
}

/// Rows taken for new ones.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct NoveltyRate {
    /// Rows.
    pub rows: usize,
    /// The share of them that are called new.
    pub novel: f64,
    /// Its 95 % confidence interval.
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

/// Whether a recipe's scores have class_targets.
///
/// # Errors
/// [`Error::Usage`] where the head minimises something else than squares, or there are too many classes.
pub fn check(train: &Table, recipe: &Recipe) -> Result<()> {
    let Targets::Classes { labels, .. } = &train.targets else { return Ok(()) };
    if recipe.novelty.is_some() && recipe.head != Some(HeadName::Ridge) {
        return Err(Error::Usage(
            "--novelty measures how far scores are from their targets: it goes with --head ridge".to_owned(),
        ));
    }
    match recipe.novelty.is_some() && labels.len() > usize::from(MOST_SCORES) {
        true => Err(Error::Usage(format!("--novelty: more than {MOST_SCORES} classes"))),
        false => Ok(()),
    }
}

/// Gives a model the limit above which such a share of rows held out are.
pub(crate) fn alarm(fitted: Fitted, scores_held_out: &HeldOutScores, rate: f64) -> Fitted {
    let distances: Vec<f64> = scores_held_out.scores.iter().map(|scores| distance(scores)).collect();
    // as the device will store it
    let limit = (quantile(distances.clone(), rate) * f64::from(UNIT)).ceil() / f64::from(UNIT);
    let novel = distances.iter().filter(|distance| **distance > limit).count();
    let novelty = Novelty { rate, limit, heldout: NoveltyRate::of(novel, distances.len()) };
    let scale = f64::from(fitted.file.device().header().scale);
    Fitted { novelty: Some(novelty), ..fitted.alarmed(ClassTargets { target: 1.0 / scale, limit }) }
}

/// NoveltyRate on other rows, as the device sounds them; none where it sounds none.
pub fn measure(fitted: &Fitted, table: &Table) -> Option<NoveltyRate> {
    let rows = fitted.file.device().novelties(&fitted.file.raw(&table.inputs))?;
    Some(NoveltyRate::of(rows.iter().filter(|novelty| novelty.is_novel).count(), rows.len()))
}

/// The squared distance of scores from the nearest corner: 1 for one class and -1 for all others; of two classes, zero and one score.
fn distance(scores: &[f64]) -> f64 {
    if let [_, score] = scores {
        return (score.abs() - 1.0).powi(2);
    }
    let largest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let all: f64 = scores.iter().map(|score| (score + 1.0).powi(2)).sum();
    all - (largest + 1.0).powi(2) + (largest - 1.0).powi(2)
}

/// The number above which at most such a share of numbers are.
fn quantile(mut numbers: Vec<f64>, rate: f64) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let above = (rate * numbers.len() as f64) as usize;
    numbers.get(numbers.len().saturating_sub(above + 1)).copied().unwrap_or(f64::INFINITY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_to_the_nearest_corner() {
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
