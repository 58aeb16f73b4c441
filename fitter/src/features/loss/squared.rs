//! The squared error.

use super::convex::Loss;
use crate::features::refine::joint;

/// `(s - t)^2 / 2` for each score `s` and its target `t`.
#[derive(Clone, Copy, Debug)]
pub struct Squared;

impl Loss for Squared {
    fn gradient(&self, scores: &mut [f64], targets: &[f64]) -> f64 {
        scores.iter_mut().zip(targets).for_each(|(score, target)| *score -= target);
        scores.iter().map(|slope| slope * slope / 2.0).sum()
    }

    fn hessian_times(&self, _slopes: &[f64], _targets: &[f64], _direction: &mut [f64]) {}

    fn curvature(&self, _slope: f64, _target: f64) -> f64 {
        1.0
    }

    fn fits_values(&self) -> bool {
        true
    }

    fn joint(&self) -> Option<joint::Loss> {
        Some(joint::Loss::Squared)
    }
}
