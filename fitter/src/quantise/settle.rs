//! Settling the head: the regularisation and the words that promise the least error on the device.

use super::{Rounded, round_head};
use crate::head::{Path, Step};
use crate::recipe::Ridge;

/// A head with its regularisation and the error that it promises.
#[derive(Clone, Debug)]
pub struct Settled {
    /// The regularisation.
    pub ridge: f64,
    /// The leave-one-out error plus what rounding the head adds to it.
    pub error: f64,
    /// The head.
    pub head: Rounded,
}

/// Chooses the regularisation on the quantised head, for words of `levels` to each side, or `f32` where that is `None`.
///
/// A low ridge makes large weights that cancel each other, which few bits cannot hold; so the sum of leave-one-out error
/// and rounding decides, over the whole path.
pub fn settle(path: &Path, ridge: Ridge, levels: Option<f64>) -> Settled {
    let at = |step: Step| {
        let head = match levels {
            Some(limit) => round_head(path, step.ridge, limit),
            None => Rounded { words: path.weights(step.ridge), unit: 1.0, cost: 0.0 },
        };
        Settled { ridge: step.ridge, error: step.error + head.cost, head }
    };
    if let Ridge::Fixed(ridge) = ridge {
        return at(path.step(ridge * path.rows() as f64));
    }
    let mut steps = path.steps();
    steps.sort_by(|a, b| a.error.total_cmp(&b.error));
    let mut best = at(steps[0]);
    // rounding only adds, so steps that promise more already are not worth rounding
    for step in steps.into_iter().skip(1) {
        if step.error >= best.error {
            break;
        }
        let next = at(step);
        if next.error < best.error {
            best = next;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{MonteCarlo, Sampler};

    /// Smooth features of one input: a low ridge fits best, with huge weights that cancel each other.
    fn path() -> Path {
        let inputs = MonteCarlo.normals(1, 300, 1);
        let frequencies = MonteCarlo.normals(40, 1, 2);
        let features = (frequencies * &inputs).map(|angle| (angle + 1.0).cos());
        let noise = MonteCarlo.normals(1, 300, 3) * 1e-4;
        Path::new(features, inputs.map(|x| (2.0 * x).sin()) + noise)
    }

    #[test]
    fn fewer_bits_ask_for_a_stronger_ridge() {
        let path = path();
        let [float, coarse] = [None, Some(7.0)].map(|levels| settle(&path, Ridge::Auto, levels));
        assert!(coarse.ridge > float.ridge, "{} {}", coarse.ridge, float.ridge);
        assert!(coarse.error < settle(&path, Ridge::Fixed(float.ridge / 300.0), Some(7.0)).error);
    }

    #[test]
    fn single_precision_takes_the_least_leave_one_out_error() {
        let path = path();
        let least = path.steps().into_iter().map(|step| step.error).fold(f64::INFINITY, f64::min);
        assert_eq!(settle(&path, Ridge::Auto, None).error, least);
    }
}
