//! The hinge and its square.

use super::convex::Loss;

/// `max(0, 1 - t s)` for each score `s` and its target `t`: piecewise linear, for subgradient
/// descent.
#[derive(Clone, Copy, Debug)]
pub struct Hinge;

/// `max(0, 1 - t s)^2` for each score `s` and its target `t`: liblinear's linear support vector
/// machine (Fan 2008).
#[derive(Clone, Copy, Debug)]
pub struct SquaredHinge;

impl Loss for Hinge {
    fn gradient(&self, scores: &mut [f64], targets: &[f64]) -> f64 {
        let each = |(score, target): (&mut f64, &f64)| {
            let short = 1.0 - target * *score;
            *score = if short > 0.0 { -target } else { 0.0 };
            short.max(0.0)
        };
        scores.iter_mut().zip(targets).map(each).sum()
    }

    fn hessian_times(&self, _slopes: &[f64], _targets: &[f64], direction: &mut [f64]) {
        direction.fill(0.0);
    }

    fn curvature(&self, _slope: f64, _target: f64) -> f64 {
        0.0
    }

    fn smoothed(&self) -> Option<&'static dyn Loss> {
        Some(&SquaredHinge)
    }
}

impl Loss for SquaredHinge {
    fn gradient(&self, scores: &mut [f64], targets: &[f64]) -> f64 {
        let each = |(score, target): (&mut f64, &f64)| {
            let short = (1.0 - target * *score).max(0.0);
            *score = -2.0 * target * short;
            short * short
        };
        scores.iter_mut().zip(targets).map(each).sum()
    }

    fn hessian_times(&self, slopes: &[f64], targets: &[f64], direction: &mut [f64]) {
        for ((entry, slope), target) in direction.iter_mut().zip(slopes).zip(targets) {
            *entry *= self.curvature(*slope, *target);
        }
    }

    fn curvature(&self, slope: f64, _target: f64) -> f64 {
        if slope == 0.0 { 0.0 } else { 2.0 }
    }
}
