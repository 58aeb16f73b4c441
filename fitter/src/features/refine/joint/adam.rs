//! Adam, and the cycle of its rate.

use super::aligned::Aligned;
use crate::features::map::trigonometry;
use multiversion::multiversion;

/// The decay of the running mean of the gradient.
const MEAN: f32 = 0.9;
/// The decay of the running mean of its square.
const SQUARE: f32 = 0.99;
/// The number that keeps the division by the root of that mean defined.
const LEAST: f32 = 1e-8;
/// A derivative that is negligible beside [`LEAST`].
const LITTLE: f32 = 1e-15;

/// Adam (Kingma and Ba 2015, algorithm 1) with decay rates 0.9 and 0.99.
pub struct Adam {
    means: Aligned,
    squares: Aligned,
    steps: i32,
}

impl Adam {
    /// Returns the optimiser of so many parameters.
    pub fn new(count: usize) -> Adam {
        Adam { means: Aligned::zeros(count), squares: Aligned::zeros(count), steps: 0 }
    }

    /// Takes one step against the gradient.
    pub fn step(&mut self, parameters: &mut [f32], gradient: &[f32], rate: f32) {
        self.steps += 1;
        let rate = rate / (1.0 - MEAN.powi(self.steps));
        let root = (1.0 / (1.0 - SQUARE.powi(self.steps))).sqrt();
        descend(parameters, gradient, [&mut self.means, &mut self.squares], [rate, root]);
    }
}

/// Returns a number, or zero where it is too small to move a parameter.
///
/// The running means of dead features would otherwise decay into subnormal numbers, for which
/// processors take a hundred times as long.
#[inline(always)]
fn flushed(number: f32, little: f32) -> f32 {
    if number.abs() < little { 0.0 } else { number }
}

#[multiversion(targets("x86_64+avx2+avx512f+avx512bw+avx512dq+avx512vl+fma", "x86_64+avx2+fma"))]
fn descend(parameters: &mut [f32], gradient: &[f32], [means, squares]: [&mut [f32]; 2], [rate, root]: [f32; 2]) {
    let moments = means.iter_mut().zip(squares.iter_mut());
    for ((parameter, slope), (mean, square)) in parameters.iter_mut().zip(gradient).zip(moments) {
        let slope = flushed(*slope, LITTLE);
        *mean = flushed(*mean + (1.0 - MEAN) * (slope - *mean), LITTLE);
        *square = flushed(*square + (1.0 - SQUARE) * (slope * slope - *square), LITTLE * LITTLE);
        *parameter -= rate * *mean / (square.sqrt() * root + LEAST);
    }
}

/// Returns the rate at a share of the training: from a 25th up to `peak` at 0.3, then down to
/// nearly nothing, by half cosines (Smith 2018).
pub fn one_cycle(peak: f64, share: f64) -> f64 {
    let between = |from: f64, to: f64, share: f64| {
        let mut cosine = [std::f64::consts::PI * share];
        trigonometry::cosines(&mut cosine);
        to + (from - to) * (1.0 + cosine[0]) / 2.0
    };
    match share < 0.3 {
        true => between(peak / 25.0, peak, share / 0.3),
        false => between(peak, peak / 250_000.0, (share - 0.3) / 0.7),
    }
}
