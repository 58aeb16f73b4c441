//! The logistic loss.

use super::convex::Loss;
use crate::features::refine::joint;

/// `log(1 + exp(-t s))` for each score `s` and its target `t`: logistic regression, one score for
/// two classes. A target between -1 and 1 stands for the probability `p = (1 + t) / 2`, and its
/// loss is `log(1 + exp(s)) - p s`.
#[derive(Clone, Copy, Debug)]
pub struct Logistic;

impl Loss for Logistic {
    fn gradient(&self, scores: &mut [f64], targets: &[f64]) -> f64 {
        let each = |(score, target): (&mut f64, &f64)| {
            if target.abs() < 1.0 {
                let (value, probability) = (*score, (1.0 + target) / 2.0);
                let tail = (-value.abs()).exp();
                *score = if value > 0.0 { 1.0 / (1.0 + tail) } else { tail / (1.0 + tail) } - probability;
                return tail.ln_1p() + value.max(0.0) - probability * value;
            }
            let margin = target * *score;
            let tail = (-margin.abs()).exp();
            *score = -target * if margin > 0.0 { tail / (1.0 + tail) } else { 1.0 / (1.0 + tail) };
            tail.ln_1p() + (-margin).max(0.0)
        };
        scores.iter_mut().zip(targets).map(each).sum()
    }

    fn hessian_times(&self, slopes: &[f64], targets: &[f64], direction: &mut [f64]) {
        for ((entry, slope), target) in direction.iter_mut().zip(slopes).zip(targets) {
            *entry *= self.curvature(*slope, *target);
        }
    }

    fn curvature(&self, slope: f64, target: f64) -> f64 {
        if target.abs() < 1.0 {
            let share = slope + (1.0 + target) / 2.0;
            return share * (1.0 - share);
        }
        let wrong = -slope * target;
        wrong * (1.0 - wrong)
    }

    fn is_log_odds(&self) -> bool {
        true
    }

    fn joint(&self) -> Option<joint::Loss> {
        Some(joint::Loss::Logistic)
    }
}
