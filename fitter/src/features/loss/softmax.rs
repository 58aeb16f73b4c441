//! The cross-entropy of softmax probabilities.

use super::convex::Loss;
use crate::features::refine::joint;

/// `log sum_c exp(s_c) - sum_c p_c s_c`, where a target `t` stands for the probability
/// `p = (1 + t) / 2`: multinomial logistic regression. A row's own class has the target 1.
#[derive(Clone, Copy, Debug)]
pub struct Softmax;

impl Loss for Softmax {
    fn gradient(&self, scores: &mut [f64], targets: &[f64]) -> f64 {
        let largest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let own = scores.iter().zip(targets).filter(|(_, target)| **target > -1.0);
        let own: f64 = own.map(|(score, target)| probability(*target) * (score - largest)).sum();
        scores.iter_mut().for_each(|score| *score = (*score - largest).exp());
        let sum: f64 = scores.iter().sum();
        for (score, target) in scores.iter_mut().zip(targets) {
            *score = *score / sum - probability(*target);
        }
        sum.ln() - own
    }

    fn hessian_times(&self, slopes: &[f64], targets: &[f64], direction: &mut [f64]) {
        let share = |slope: &f64, target: &f64| slope + probability(*target);
        let shares = || slopes.iter().zip(targets).map(|(slope, target)| share(slope, target));
        let mean: f64 = shares().zip(direction.iter()).map(|(share, entry)| share * entry).sum();
        direction.iter_mut().zip(shares()).for_each(|(entry, share)| *entry = share * (*entry - mean));
    }

    fn curvature(&self, slope: f64, target: f64) -> f64 {
        let share = slope + probability(target);
        share * (1.0 - share)
    }

    fn is_log_odds(&self) -> bool {
        true
    }

    fn joint(&self) -> Option<joint::Loss> {
        Some(joint::Loss::Softmax)
    }
}

/// Returns the probability that a target stands for: 1 for the row's own class, else 0, unless a
/// teacher softens them.
fn probability(target: f64) -> f64 {
    (1.0 + target) / 2.0
}
