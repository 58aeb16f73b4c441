//! Settling the head: the regularisation and the words that promise the least error on the device.

use super::{round_head, smooth_head};
use crate::data::Groups;
use crate::features::loss::loss;
use crate::head::{Linear, Problem, RidgePath, RidgeStep};
use crate::recipe::{HeadName, Ridge};
use kernelet::number::round;
use nalgebra::{DMatrix, DVector};

/// What is asked of a head.
#[derive(Clone, Copy, Debug)]
pub struct HeadRequest<'a> {
    /// What it minimises.
    pub head: HeadName,
    /// Its regularisation.
    pub ridge: Ridge,
    /// The largest whole number of a word; `None` for single precision.
    pub levels: Option<f64>,
    /// Which rows belong together.
    pub groups: &'a Groups,
}

/// A head with its regularisation and the error that it promises.
#[derive(Clone, Debug)]
pub struct FittedHead {
    /// The regularisation, a multiple of the number of rows.
    pub ridge: f64,
    /// The error on rows left out plus what rounding the head adds to it, in units of the loss.
    pub error: f64,
    /// The head.
    pub head: HeadWords,
}

/// A head in units.
#[derive(Clone, Debug)]
pub struct HeadWords {
    /// Weights in units, `features x outputs`: whole numbers but for single precision.
    pub words: DMatrix<f64>,
    /// What one unit of a word is worth.
    pub unit: f64,
    /// What is added to each output.
    pub bias: DVector<f64>,
}

impl HeadWords {
    /// A head whose weights are multiples of a unit already, or, without, in single precision.
    pub fn of(head: &Linear, unit: Option<f64>) -> HeadWords {
        match unit {
            Some(unit) => {
                let words = head.weights.map(|weight| round(weight / unit) as f64);
                HeadWords { words, unit, bias: head.bias.clone() }
            }
            None => HeadWords { words: head.weights.clone(), unit: 1.0, bias: head.bias.clone() },
        }
    }

    /// The same on features that are so many times smaller.
    pub fn times(self, factor: f64) -> HeadWords {
        HeadWords { unit: self.unit * factor, ..self }
    }
}

/// Fits a head and brings it into the words that the device has for it.
pub fn settle(problem: Problem, ask: &HeadRequest<'_>) -> FittedHead {
    match ask.head {
        HeadName::Ridge => ridge(problem, ask),
        head => smooth_head::settle(loss(head, problem.targets.nrows()), &problem, ask),
    }
}

/// Chooses the regularisation on the quantised head.
///
/// A low ridge makes large weights that cancel each other, which few bits cannot hold; so the sum of leave-one-out error
/// and rounding decides, over the whole path.
fn ridge(problem: Problem, ask: &HeadRequest<'_>) -> FittedHead {
    let rows = problem.rows();
    let path = RidgePath::of(problem).leaving_out(ask.groups.left_out_together(rows));
    let at = |step: RidgeStep| {
        let (words, unit, cost) = match ask.levels {
            Some(limit) => {
                let head = round_head(&path, step.ridge, limit);
                (head.words, head.unit, head.cost)
            }
            None => (path.weights(step.ridge), 1.0, 0.0),
        };
        let bias = path.bias(&(&words * unit));
        FittedHead {
            ridge: step.ridge / path.rows() as f64,
            error: step.error + cost,
            head: HeadWords { words, unit, bias },
        }
    };
    if let Ridge::Fixed(ridge) = ask.ridge {
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
    use crate::features::draw::{MonteCarlo, Sampler};

    /// Smooth features of one input: a low ridge fits best, with huge weights that cancel each other.
    fn problem() -> Problem {
        let inputs = MonteCarlo.normals(1, 300, 1);
        let frequencies = MonteCarlo.normals(40, 1, 2);
        let features = (frequencies * &inputs).map(|angle| (angle + 1.0).cos());
        let noise = MonteCarlo.normals(1, 300, 3) * 1e-4;
        let targets = inputs.map(|x| (2.0 * x).sin()) + noise;
        Problem::new(features, DVector::from_element(40, 1.0), targets)
    }

    fn settled(ridge: Ridge, levels: Option<f64>) -> FittedHead {
        settle(problem(), &HeadRequest { head: HeadName::Ridge, ridge, levels, groups: &Groups::Independent })
    }

    #[test]
    fn fewer_bits_ask_for_a_stronger_ridge() {
        let [float, coarse] = [None, Some(7.0)].map(|levels| settled(Ridge::Auto, levels));
        assert!(coarse.ridge > float.ridge, "{} {}", coarse.ridge, float.ridge);
        assert!(coarse.error < settled(Ridge::Fixed(float.ridge), Some(7.0)).error);
    }

    #[test]
    fn single_precision_takes_the_least_leave_one_out_error() {
        let Problem { features, targets, .. } = problem();
        let steps = RidgePath::new(features, targets).steps();
        let least = steps.into_iter().map(|step| step.error).fold(f64::INFINITY, f64::min);
        assert_eq!(settled(Ridge::Auto, None).error, least);
    }
}
