//! The cross-entropy of softmax probabilities.

use super::convex::Loss;
use crate::features::refine::joint;

/// `log sum_c exp(s_c) - s_y` for the row's class `y`, the one whose target is 1: multinomial
/// logistic regression.
#[derive(Clone, Copy, Debug)]
pub struct Softmax;

impl Loss for Softmax {
    fn gradient(&self, scores: &mut [f64], targets: &[f64]) -> f64 {
        let largest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let own: f64 =
            scores.iter().zip(targets).filter(|(_, target)| **target > 0.0).map(|(score, _)| score - largest).sum();
        scores.iter_mut().for_each(|score| *score = (*score - largest).exp());
        let sum: f64 = scores.iter().sum();
        for (score, target) in scores.iter_mut().zip(targets) {
            *score = *score / sum - is_own(*target);
        }
        sum.ln() - own
    }

    fn hessian_times(&self, slopes: &[f64], targets: &[f64], direction: &mut [f64]) {
        let share = |slope: &f64, target: &f64| slope + is_own(*target);
        let shares = || slopes.iter().zip(targets).map(|(slope, target)| share(slope, target));
        let mean: f64 = shares().zip(direction.iter()).map(|(share, entry)| share * entry).sum();
        direction.iter_mut().zip(shares()).for_each(|(entry, share)| *entry = share * (*entry - mean));
    }

    fn curvature(&self, slope: f64, target: f64) -> f64 {
        let share = slope + is_own(target);
        share * (1.0 - share)
    }

    fn is_log_odds(&self) -> bool {
        true
    }

    fn joint(&self) -> Option<joint::Loss> {
        Some(joint::Loss::Softmax)
    }
}

/// Returns 1 for the target of the row's own class, else 0.
fn is_own(target: f64) -> f64 {
    f64::from(u8::from(target > 0.0))
}
