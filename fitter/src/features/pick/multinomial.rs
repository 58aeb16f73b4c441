//! Resampling with importance weights.

use super::picker::{Picker, Wanted};
use crate::features::draw::{Purpose, generator};
use crate::features::map::Picked;
use crate::features::pool::Pool;
use crate::features::score::Scorer;
use nalgebra::DVector;
use rand::RngCore;
use rand::distr::Distribution;
use rand_distr::{Exp1, Poisson};

/// The share of an even candidate's probability below which a candidate is never drawn: its weight
/// would be meaningless.
const LEAST: f64 = 1e-9;

/// Draws from the candidates with probabilities `p_i` proportional to their worth, each weighing
/// `sqrt((1/M0) / p_i)`, so that the mean kernel is that of all `M0` (Li, Ton, Oglic and Sejdinovic
/// 2019; Liu 2020, algorithm 1).
///
/// A candidate that is drawn `c_i` times out of `D` is kept once: with `K` of them kept, at
/// `sqrt(K c_i / (D M0 p_i))`. Where all worths are zero, all probabilities are equal.
#[derive(Clone, Copy, Debug)]
pub enum Multinomial {
    /// As many draws as features are wanted, as in the papers: duplicates leave fewer.
    Draws,
    /// Draws until that many are different, or no other can be drawn.
    Distinct,
}

impl Picker for Multinomial {
    fn pick(&self, pool: &Pool<'_>, scorer: &dyn Scorer, wanted: Wanted<'_>) -> Picked {
        self.resample(&scorer.worths(pool), wanted)
    }
}

impl Multinomial {
    /// Keeps candidates by their worth, in the order of the pool.
    pub fn resample(self, worths: &DVector<f64>, wanted: Wanted<'_>) -> Picked {
        let probabilities = probabilities(worths);
        let mut random = generator(wanted.seed, Purpose::Picks);
        let counts = match self {
            Multinomial::Draws => draws(&probabilities, wanted.features, &mut random),
            Multinomial::Distinct => distinct(&probabilities, wanted.features, &mut random),
        };
        let indices: Vec<usize> = (0..counts.len()).filter(|&m| counts[m] > 0.0).collect();
        let share = indices.len() as f64 / (counts.sum() * counts.len() as f64);
        let weights = indices.iter().map(|&m| (share * counts[m] / probabilities[m]).sqrt());
        let weights = DVector::from_iterator(indices.len(), weights);
        Picked::weighted(indices, weights)
    }
}

/// Returns the worths over their sum, those far below an even share zero; equal where there is no
/// sum.
fn probabilities(worths: &DVector<f64>) -> DVector<f64> {
    let even = 1.0 / worths.len().max(1) as f64;
    let largest = worths.amax();
    if largest <= 0.0 || !largest.is_finite() {
        return DVector::from_element(worths.len(), even);
    }
    // the largest first, so that neither the sum nor a share leaves the range of numbers
    let relative = worths / largest;
    let shares = &relative / relative.sum();
    let kept = shares.map(|share| if share < LEAST * even { 0.0 } else { share });
    &kept / kept.sum()
}

/// Returns how often each candidate comes up in so many draws.
fn draws(probabilities: &DVector<f64>, draws: usize, random: &mut impl RngCore) -> DVector<f64> {
    let mut reached = 0.0;
    let bounds: Vec<f64> = probabilities
        .iter()
        .map(|p| {
            reached += p;
            reached
        })
        .collect();
    let mut counts = DVector::zeros(probabilities.len());
    let last = probabilities.iter().rposition(|p| *p > 0.0);
    for _ in 0..draws {
        // 53 random bits: on [0, 1)
        let point = (random.next_u64() >> 11) as f64 * 2.0_f64.powi(-53) * reached;
        let drawn = bounds.partition_point(|bound| *bound <= point);
        if let Some(last) = last {
            counts[drawn.min(last)] += 1.0;
        }
    }
    counts
}

/// Returns how often each candidate comes up in draws that end when so many different ones have.
///
/// If draws happen at the times of a Poisson process of rate 1, each candidate comes up in a
/// process of its own, of rate `p_i`. So first times are exponential, the process stops at the last
/// first time that is needed, and between a candidate's first time and the end it comes up a
/// Poisson number of times: however rare a candidate, it costs one step.
fn distinct(probabilities: &DVector<f64>, wanted: usize, random: &mut impl RngCore) -> DVector<f64> {
    let mut arrivals: Vec<(f64, usize)> = Vec::with_capacity(probabilities.len());
    for (m, &p) in probabilities.iter().enumerate() {
        let time: f64 = Exp1.sample(random);
        if p > 0.0 {
            arrivals.push((time / p, m));
        }
    }
    arrivals.sort_by(|a, b| a.0.total_cmp(&b.0));
    arrivals.truncate(wanted);
    let end = arrivals.last().map_or(0.0, |last| last.0);
    let mut counts = DVector::zeros(probabilities.len());
    for (first, m) in arrivals {
        let mean = probabilities[m] * (end - first);
        let again = Poisson::new(mean).map_or(0.0, |poisson| poisson.sample(random));
        counts[m] = 1.0 + again;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::pool::tests::{pool, sample};
    use crate::features::score::{Energy, Even};
    use std::collections::HashMap;

    const BOTH: [Multinomial; 2] = [Multinomial::Draws, Multinomial::Distinct];

    fn resample(picker: Multinomial, worths: &[f64], features: usize, seed: u64) -> Picked {
        picker.resample(&DVector::from_column_slice(worths), Wanted::new(features, seed))
    }

    /// The sum of a kernel's diagonal terms `f_i` is estimated without bias: means over seeds lie
    /// within five standard errors.
    #[test]
    fn the_mean_kernel_is_that_of_all_candidates() {
        let worths = [1.0, 4.0, 0.5, 2.0, 2.5];
        let terms = [3.0, -1.0, 2.0, 0.5, 1.0];
        let estimate = |seed| {
            let picked = resample(Multinomial::Draws, &worths, 4, seed);
            let sum = picked.indices.iter().zip(&picked.weights).map(|(&m, weight)| weight * weight * terms[m]);
            sum.sum::<f64>() / picked.indices.len() as f64
        };
        let estimates: Vec<f64> = (0..4_000).map(estimate).collect();
        let mean = estimates.iter().sum::<f64>() / 4_000.0;
        let variance = estimates.iter().map(|estimate| (estimate - mean).powi(2)).sum::<f64>() / 4_000.0;
        let exact = terms.iter().sum::<f64>() / 5.0;
        assert!((mean - exact).abs() < 5.0 * (variance / 4_000.0).sqrt(), "{mean} {exact}");
    }

    /// Draws until three are different, one at a time: which stay, how many draws, how often each.
    fn plain(probabilities: &[f64], wanted: usize, random: &mut impl RngCore) -> Vec<f64> {
        let mut counts = vec![0.0; probabilities.len()];
        while counts.iter().filter(|count| **count > 0.0).count() < wanted {
            let mut point = random.next_u32() as f64 / 2.0_f64.powi(32);
            let drawn = probabilities.iter().position(|p| {
                point -= p;
                point < 0.0
            });
            counts[drawn.unwrap_or(probabilities.len() - 1)] += 1.0;
        }
        counts
    }

    /// Compares with drawing one at a time: the shares of the sets that are kept, and the mean
    /// counts. Of 20,000 trials a share's standard error is below 0.0036, the difference's below
    /// 0.005, and the test allows five; counts have a deviation below 10, so that a mean's
    /// difference has one below 0.1.
    #[test]
    fn distinct_candidates_come_as_in_single_draws() {
        let probabilities = [0.6, 0.25, 0.1, 0.05];
        let vector = DVector::from_column_slice(&probabilities);
        let mut random = generator(1, Purpose::Picks);
        let mut shares: HashMap<Vec<bool>, [f64; 2]> = HashMap::new();
        let mut means = [[0.0; 4]; 2];
        for _ in 0..20_000 {
            let fast: Vec<f64> = distinct(&vector, 3, &mut random).iter().copied().collect();
            for (way, counts) in [plain(&probabilities, 3, &mut random), fast].into_iter().enumerate() {
                let kept = counts.iter().map(|count| *count > 0.0).collect();
                shares.entry(kept).or_default()[way] += 1.0 / 20_000.0;
                counts.iter().enumerate().for_each(|(m, count)| means[way][m] += count / 20_000.0);
            }
        }
        assert!(shares.len() == 4 && shares.values().all(|[a, b]| (a - b).abs() < 0.025), "{shares:?}");
        assert!((0..4).all(|m| (means[0][m] - means[1][m]).abs() < 0.5), "{means:?}");
    }

    #[test]
    fn as_many_as_are_wanted_are_different() {
        let worths: Vec<f64> = (0..100).map(|m| 1.1_f64.powi(m)).collect();
        let picked = resample(Multinomial::Distinct, &worths, 30, 5);
        assert_eq!(picked.indices.len(), 30);
        assert!(picked.indices.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(resample(Multinomial::Draws, &worths, 30, 5).indices.len() < 30);
    }

    /// All are kept after many draws: counts approach the probabilities, so weights approach one.
    #[test]
    fn all_candidates_together_weigh_alike() {
        let picked = resample(Multinomial::Draws, &[1.0, 2.0, 3.0], 300_000, 2);
        assert!(picked.weights.iter().all(|weight| (weight - 1.0).abs() < 0.02), "{picked:?}");
    }

    #[test]
    fn candidates_without_a_chance_never_stay() {
        for picker in BOTH {
            let picked = resample(picker, &[0.0, 1.0, 0.0, 3.0, 1e-300, 0.0], 5, 3);
            assert!(picked.indices.iter().all(|m| [1, 3].contains(m)), "{picked:?}");
            assert!(picked.weights.iter().all(|weight| weight.is_finite() && *weight > 0.0));
        }
        assert_eq!(resample(Multinomial::Distinct, &[0.0, 1.0, 0.0, 3.0], 4, 3).indices, [1, 3]);
    }

    #[test]
    fn worths_of_zero_or_out_of_range_are_even() {
        for worths in [[0.0; 4], [f64::INFINITY, 1.0, 2.0, 3.0]] {
            let picked = resample(Multinomial::Distinct, &worths, 4, 0);
            assert_eq!(picked.indices, [0, 1, 2, 3]);
            assert!(picked.weights.iter().all(|weight| weight.is_finite()));
        }
        let huge = resample(Multinomial::Distinct, &[f64::MAX, f64::MAX], 2, 0);
        assert!(huge.indices.len() == 2 && huge.weights.iter().all(|weight| weight.is_finite()));
        for picker in BOTH {
            assert_eq!(resample(picker, &[], 3, 0).indices.len(), 0);
            assert_eq!(resample(picker, &[1.0], 0, 0).indices.len(), 0);
        }
    }

    #[test]
    fn the_seed_decides() {
        let (rows, targets) = sample();
        let pool = pool(&rows, &targets, true);
        let pick = |seed| Multinomial::Distinct.pick(&pool, &Energy { centred: true }, Wanted::new(10, seed));
        assert_eq!(pick(4), pick(4));
        assert_ne!(pick(4), pick(5));
        let more = Multinomial::Distinct.pick(&pool, &Even, Wanted::new(50, 0));
        assert_eq!(more.indices.len(), 40);
    }
}
