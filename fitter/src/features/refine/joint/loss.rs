//! Losses of a row's scores: their values, and their slopes for many rows at once.

use super::wide::{LANES, add_product, exponential};

/// The probability below which one counts as zero: far smaller ones lead to subnormal numbers, for
/// which processors take a hundred times as long.
const LITTLE: f32 = 1e-25;

/// A loss, whose mean over rows is minimised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// `(s - y)^2 / 2`, summed over outputs.
    Squared,
    /// `ln(1 + e^(-y s))` for `y` = ±1, summed over outputs.
    Logistic,
    /// `ln(1 + e^s) - p s` for the probability `p` of `s` being above 0, summed over outputs.
    CrossEntropy,
    /// `ln sum_k e^(s_k) - s_c` for class `c`, or the mean over classes by their probabilities: one
    /// score a class.
    Softmax,
    /// `max(0, 1 - y s)` for `y` = ±1, summed over outputs.
    Hinge,
    /// `max(0, 1 - y s)^2 / 2` for `y` = ±1, summed over outputs.
    SquaredHinge,
}

impl Loss {
    /// Returns the loss of one row; the targets are values, signs, or probabilities: for the
    /// softmax 1 for the row's class and else 0.
    pub fn value(self, scores: &[f64], targets: &[f64]) -> f64 {
        let summed = |each: fn(f64, f64) -> f64| scores.iter().zip(targets).map(|(&s, &y)| each(s, y)).sum();
        match self {
            Loss::Squared => summed(|s, y| (s - y).powi(2) / 2.0),
            Loss::Logistic => summed(|s, y| (-y * s).max(0.0) + (-(s.abs())).exp().ln_1p()),
            Loss::CrossEntropy => summed(|s, p| s.max(0.0) - p * s + (-(s.abs())).exp().ln_1p()),
            Loss::Hinge => summed(|s, y| (1.0 - y * s).max(0.0)),
            Loss::SquaredHinge => summed(|s, y| (1.0 - y * s).max(0.0).powi(2) / 2.0),
            Loss::Softmax => {
                let largest = scores.iter().copied().fold(f64::MIN, f64::max);
                let sum: f64 = scores.iter().map(|s| (s - largest).exp()).sum();
                sum.ln() + largest - scores.iter().zip(targets).map(|(s, y)| s * y).sum::<f64>()
            }
        }
    }

    /// Replaces scores by the slopes of the loss times `scale`; scores and targets lie output by
    /// output, `rows` of each.
    #[inline(always)]
    pub(super) fn slopes<const FUSED: bool>(self, scores: &mut [f32], targets: &[f32], (rows, scale): (usize, f32)) {
        match self {
            Loss::Squared => each(scores, targets, |s, y| (s - y) * scale),
            Loss::Logistic => each(scores, targets, |s, y| -y * scale * share::<FUSED>(y * s)),
            Loss::CrossEntropy => each(scores, targets, |s, p| scale * (share::<FUSED>(-s) - p)),
            Loss::Hinge => each(scores, targets, |s, y| if y * s < 1.0 { -y * scale } else { 0.0 }),
            Loss::SquaredHinge => each(scores, targets, |s, y| -y * scale * (1.0 - y * s).max(0.0)),
            Loss::Softmax => {
                for first in (0..rows).step_by(LANES) {
                    softmax::<FUSED>(&mut scores[first..], rows, scale);
                }
                each(scores, targets, |p, y| add_product::<FUSED>(y, -scale, p));
            }
        }
    }
}

#[inline(always)]
fn each(scores: &mut [f32], targets: &[f32], slope: impl Fn(f32, f32) -> f32) {
    for (score, target) in scores.iter_mut().zip(targets) {
        *score = slope(*score, *target);
    }
}

/// Returns `1 / (1 + e^m)`.
#[allow(clippy::manual_clamp)] // clamp passes NaN on
#[inline(always)]
fn share<const FUSED: bool>(margin: f32) -> f32 {
    1.0 / (1.0 + exponential::<FUSED>(margin.max(-50.0).min(50.0)))
}

/// Replaces the scores of [`LANES`] rows by `scale` times their classes' probabilities.
#[inline(always)]
fn softmax<const FUSED: bool>(scores: &mut [f32], rows: usize, scale: f32) {
    let mut largest = [f32::MIN; LANES];
    for scores in scores.chunks(rows) {
        for (largest, score) in largest.iter_mut().zip(scores) {
            *largest = largest.max(*score);
        }
    }
    let mut sums = [0.0; LANES];
    for scores in scores.chunks_mut(rows) {
        for ((score, largest), sum) in scores[..LANES].iter_mut().zip(largest).zip(&mut sums) {
            *score = exponential::<FUSED>(*score - largest);
            *sum += *score;
        }
    }
    let factors = sums.map(|sum| scale / sum);
    for scores in scores.chunks_mut(rows) {
        for (score, factor) in scores[..LANES].iter_mut().zip(factors) {
            let probability = *score * factor;
            *score = if probability < LITTLE { 0.0 } else { probability };
        }
    }
}
