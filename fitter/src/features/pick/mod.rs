//! Picking: which candidates of a pool stay, and how much each counts.

mod elimination;
mod greedy;
mod kernel_distance;
mod multinomial;
mod picker;
mod plan;
mod ridge;
mod small;
mod top;
mod tune;
mod weighted;

pub use elimination::{Cost, elimination};
pub use greedy::Greedy;
pub use kernel_distance::{FeatureBlock, KernelDistance, Sums};
pub use multinomial::Multinomial;
pub use picker::{Picker, Wanted};
pub use plan::SelectionPlan;
pub use ridge::{RidgeFit, Standard};
pub use small::Small;
pub use top::Top;
pub use weighted::Weighted;

use super::score::{Align, Energy, Even, Leverage, Scorer, Surrogate};
use crate::recipe::{Selection, Variant, Variants};

/// The radii of [`Align`] that are tried (Shahrampour 2018, section on practical datasets).
const RADII: std::ops::RangeInclusive<i32> = -5..=5;
/// The regularisations of [`Leverage`] that are tried.
const RIDGES: std::ops::RangeInclusive<i32> = -6..=0;

/// Returns the plan of a selection, in its own form or with variants.
pub fn plan(selection: Selection, variants: &Variants) -> SelectionPlan {
    let energy = Energy { centred: !variants.has(Variant::Uncentred) };
    let identity = variants.has(Variant::Identity);
    let mut plan = match selection {
        Selection::Eerf => SelectionPlan::new(energy, Top, 20),
        Selection::Surrogate => SelectionPlan::new(Surrogate { energy, identity }, Multinomial::Distinct, 20),
        Selection::Leverage => SelectionPlan::new(Leverage { ridge: 0.01 }, Multinomial::Distinct, 5),
        Selection::Align => SelectionPlan::new(Align { energy, divergence: 10.0 }, Weighted, 20),
        Selection::Greedy => SelectionPlan { scales: Greedy::SCALES.to_vec(), ..SelectionPlan::new(Even, Greedy, 20) },
        Selection::Small => SelectionPlan::new(Even, Small::of(variants), 5),
    };
    if variants.has(Variant::Tuned) {
        plan.scorers = tuned(selection, energy).unwrap_or(plan.scorers);
    }
    plan.candidates = variants.count(Variant::Pool).unwrap_or(plan.candidates);
    plan.scales = variants.numbers(Variant::Scales).map_or(plan.scales, <[f64]>::to_vec);
    plan.rows = variants.count(Variant::Rows).unwrap_or(plan.rows);
    plan
}

/// Returns the scorers among which rows held out choose.
fn tuned(selection: Selection, energy: Energy) -> Option<Vec<Box<dyn Scorer>>> {
    let powers = |range: std::ops::RangeInclusive<i32>| range.map(|power| 10f64.powi(power));
    let boxed = |scorer: Align| Box::new(scorer) as Box<dyn Scorer>;
    match selection {
        Selection::Align => Some(powers(RADII).map(|divergence| boxed(Align { energy, divergence })).collect()),
        Selection::Leverage => {
            Some(powers(RIDGES).map(|ridge| Box::new(Leverage { ridge }) as Box<dyn Scorer>).collect())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::pool::tests::{pool, sample};

    fn variants(text: &str) -> Variants {
        text.parse().expect("variants")
    }

    /// `sum_o (sum_n y_on z_mn)^2` of targets as they are, or less their means.
    fn energies(centred: bool) -> Vec<f64> {
        let (rows, mut targets) = sample();
        for mut target in targets.row_iter_mut() {
            let mean = if centred { target.sum() / 60.0 } else { 0.0 };
            target.add_scalar_mut(-mean);
        }
        let pool = pool(&rows, &targets, false);
        let sum = |o: usize, m: usize| (0..60).map(|n| targets[(o, n)] * pool.features[(m, n)]).sum::<f64>();
        (0..40).map(|m| (0..2).map(|o| sum(o, m).powi(2)).sum()).collect()
    }

    fn worths(selection: Selection, text: &str) -> Vec<f64> {
        let (rows, targets) = sample();
        let plan = plan(selection, &if text.is_empty() { Variants::default() } else { variants(text) });
        plan.scorers[0].worths(&pool(&rows, &targets, false)).iter().copied().collect()
    }

    fn off(ours: &[f64], plain: impl Iterator<Item = f64>) -> f64 {
        ours.iter().zip(plain).map(|(a, b)| (a - b).abs() / b.abs()).fold(0.0, f64::max)
    }

    /// Shahrampour's `(1/N sum y z)^2`, and Liu's `z^T (y y^T + N I) z`, centred or not.
    #[test]
    fn variants_of_scores_are_the_papers_sums() {
        let (rows, targets) = sample();
        let squares: Vec<f64> = pool(&rows, &targets, false).features.row_iter().map(|z| z.norm_squared()).collect();
        for (text, centred) in [("", true), ("uncentred", false)] {
            let plain = energies(centred);
            assert!(off(&worths(Selection::Eerf, text), plain.iter().map(|e| e / 3600.0)) < 1e-9, "{text}");
            assert!(off(&worths(Selection::Surrogate, text), plain.iter().copied()) < 1e-9, "{text}");
            let text = if text.is_empty() { "identity" } else { "identity,uncentred" };
            let with = plain.iter().zip(&squares).map(|(e, square)| e + 60.0 * square);
            assert!(off(&worths(Selection::Surrogate, text), with) < 1e-9, "{text}");
        }
    }

    /// The maximum of `sum q v` on a sphere within the simplex: `q` grows with `v` at one rate
    /// where it is above zero, is zero below some `v`, and lies on the sphere.
    #[test]
    fn uncentred_alignment_is_that_of_the_targets_as_they_are() {
        let (q, v) = (worths(Selection::Align, "uncentred"), energies(false));
        let divergence = 40.0 * q.iter().map(|q| q * q).sum::<f64>() - 1.0;
        assert!((q.iter().sum::<f64>() - 1.0).abs() < 1e-9 && (divergence - 10.0).abs() < 1e-6, "{divergence}");
        let mut positive: Vec<usize> = (0..40).filter(|&m| q[m] > 0.0).collect();
        positive.sort_by(|a, b| v[*a].total_cmp(&v[*b]));
        let (least, most) = (positive[0], positive[positive.len() - 1]);
        let rate = (q[most] - q[least]) / (v[most] - v[least]);
        assert!(positive.iter().all(|&m| (q[m] - q[least] - rate * (v[m] - v[least])).abs() < 1e-9), "{q:?}");
        assert!((0..40).all(|m| q[m] > 0.0 || q[least] + rate * (v[m] - v[least]) < 1e-9), "{q:?}");
        assert!(positive.len() > 1 && positive.len() < 40, "both kinds");
    }

    /// Each power of ten from 1e-6 to 1 as the lambda of `z_i^T (Z Z^T + N lambda I)^-1 z_i`.
    #[test]
    fn tuned_leverage_tries_every_power_of_ten() {
        let (rows, targets) = sample();
        let (pool, plan) = (pool(&rows, &targets, false), plan(Selection::Leverage, &variants("tuned")));
        let z = pool.features.transpose() * pool.scale;
        let lambdas = [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0];
        assert_eq!(plan.scorers.len(), lambdas.len());
        for (scorer, lambda) in plan.scorers.iter().zip(lambdas) {
            let ridge = nalgebra::DMatrix::identity(60, 60) * (60.0 * lambda);
            let solved = (&z * z.transpose() + ridge).lu().solve(&z).expect("a positive definite matrix");
            let plain = (0..40).map(|m| z.column(m).dot(&solved.column(m)));
            let ours = scorer.worths(&pool);
            assert!(off(ours.as_slice(), plain) < 1e-6, "{lambda}");
        }
    }

    #[test]
    fn every_selection_takes_the_numbers_of_its_pool() {
        use clap::ValueEnum;
        for selection in Selection::value_variants() {
            let plan = plan(*selection, &variants("scales=0.5/2,pool=3,rows=100"));
            assert_eq!((plan.scales, plan.candidates, plan.rows), (vec![0.5, 2.0], 3, 100));
        }
    }
}
