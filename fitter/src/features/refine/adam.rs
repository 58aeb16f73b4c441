//! Adam with a decaying rate.

use super::trigonometry::Trigonometry;
use nalgebra::convert;

/// The decay of the running mean of gradients.
const FIRST: f64 = 0.9;
/// The decay of the running mean of their squares.
const SECOND: f64 = 0.99;
/// The number that keeps the division defined: far below any gradient that matters, so that steps
/// do not depend on the loss's scale.
const LEAST: f64 = 1e-12;

/// Steps along the running mean of gradients over the root of the running mean of their squares,
/// both corrected for their start at zero (Kingma and Ba 2015).
#[derive(Clone, Debug)]
pub struct Adam<T> {
    first: Vec<T>,
    second: Vec<T>,
    taken: i32,
}

impl<T: Trigonometry> Adam<T> {
    /// Returns the optimiser of so many parameters.
    pub fn new(parameters: usize) -> Adam<T> {
        Adam { first: vec![T::zero(); parameters], second: vec![T::zero(); parameters], taken: 0 }
    }

    /// Takes one step against the gradient, of about `rate` for each parameter.
    pub fn step(&mut self, parameters: &mut [T], gradient: &[T], rate: f64) {
        self.taken += 1;
        let rate: T = convert(rate / (1.0 - FIRST.powi(self.taken)));
        let scale: T = convert(1.0 / (1.0 - SECOND.powi(self.taken)));
        let [first, second, least]: [T; 3] = [convert(FIRST), convert(SECOND), convert(LEAST)];
        let moments = self.first.iter_mut().zip(&mut self.second);
        for ((parameter, &slope), (mean, square)) in parameters.iter_mut().zip(gradient).zip(moments) {
            *mean = slope + (*mean - slope) * first;
            *square = slope * slope + (*square - slope * slope) * second;
            *parameter -= rate * *mean / ((*square * scale).sqrt() + least);
        }
    }
}

/// Returns a share of a rate that falls from 1 to 0 along half a cosine (Loshchilov and Hutter
/// 2017).
pub fn decay(step: usize, steps: usize) -> f64 {
    (1.0 + (std::f64::consts::PI * step as f64 / steps as f64).cos()) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first step is the rate itself whatever the gradient's size; the second has moments
    /// computed here by hand.
    #[test]
    fn steps_are_those_of_the_paper() {
        let mut adam = Adam::new(2);
        let mut parameters = [1.0_f64, 1.0];
        adam.step(&mut parameters, &[1e-3, -20.0], 0.1);
        assert!((parameters[0] - 0.9).abs() < 1e-9 && (parameters[1] - 1.1).abs() < 1e-9);
        adam.step(&mut parameters, &[2e-3, 20.0], 0.1);
        let (mean, square) = ((0.9 * 0.1 + 0.1 * 2.0) / 0.19, (0.99 * 0.01 + 0.01 * 4.0) / 0.0199_f64);
        assert!((parameters[0] - (0.9 - 0.1 * mean / square.sqrt())).abs() < 1e-9);
        assert!((parameters[1] - (1.1 - 0.1 * (0.1 - 0.09) / 0.19)).abs() < 1e-9);
    }

    #[test]
    fn a_quadratic_is_minimised() {
        let mut adam = Adam::<f32>::new(2);
        let mut at = [3.0, -2.0];
        for step in 0..500 {
            let gradient = [at[0] - 1.0, 100.0 * (at[1] - 1.0)];
            adam.step(&mut at, &gradient, 0.1 * decay(step, 500));
        }
        assert!((at[0] - 1.0).abs() < 1e-3 && (at[1] - 1.0).abs() < 1e-3, "{at:?}");
    }
}
