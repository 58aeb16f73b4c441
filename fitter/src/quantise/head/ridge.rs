//! The head of least squares, its regularisation chosen after rounding.

use super::fitted::FittedHead;
use super::request::HeadRequest;
use super::rounding::round_head;
use super::words::HeadWords;
use crate::head::{Problem, RidgePath, RidgeStep};
use crate::recipe::Ridge;

/// Fits a head of least squares with the regularisation that suits its rounded weights.
///
/// A low ridge makes large weights that cancel each other, which few bits cannot hold; so the sum
/// of leave-one-out error and rounding decides, over the whole path.
pub fn fit_ridge_head(problem: Problem, request: &HeadRequest<'_>) -> FittedHead {
    let rows = problem.rows();
    let path = RidgePath::of(problem).leaving_out(request.groups.left_out_together(rows));
    if let Ridge::Fixed(ridge) = request.ridge {
        return rounded(&path, path.step(ridge * path.rows() as f64), request.levels);
    }
    let mut steps = path.steps();
    steps.sort_by(|a, b| a.error.total_cmp(&b.error));
    let mut best = rounded(&path, steps[0], request.levels);
    // rounding only adds to an error, so steps that are worse already need no rounding
    for step in steps.into_iter().skip(1) {
        if step.error >= best.error {
            break;
        }
        let next = rounded(&path, step, request.levels);
        if next.error < best.error {
            best = next;
        }
    }
    best
}

/// Rounds the head of one regularisation.
fn rounded(path: &RidgePath, step: RidgeStep, levels: Option<f64>) -> FittedHead {
    let (words, unit, cost) = match levels {
        Some(limit) => {
            let head = round_head(path, step.ridge, limit);
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Groups;
    use crate::features::draw::{MonteCarlo, Sampler};
    use crate::recipe::HeadName;
    use crate::search::Search;
    use nalgebra::DVector;

    /// Smooth features of one input: a low ridge fits best, with huge weights that cancel each
    /// other.
    fn problem() -> Problem {
        let inputs = MonteCarlo.normals(1, 300, 1);
        let frequencies = MonteCarlo.normals(40, 1, 2);
        let features = (frequencies * &inputs).map(|angle| (angle + 1.0).cos());
        let noise = MonteCarlo.normals(1, 300, 3) * 1e-4;
        let targets = inputs.map(|x| (2.0 * x).sin()) + noise;
        Problem::new(features, DVector::from_element(40, 1.0), targets)
    }

    fn fitted(ridge: Ridge, levels: Option<f64>) -> FittedHead {
        let request = HeadRequest {
            head: HeadName::Ridge,
            ridge,
            levels,
            groups: &Groups::Independent,
            search: Search::default(),
        };
        fit_ridge_head(problem(), &request)
    }

    #[test]
    fn fewer_bits_ask_for_a_stronger_ridge() {
        let [float, coarse] = [None, Some(7.0)].map(|levels| fitted(Ridge::Auto, levels));
        assert!(coarse.ridge > float.ridge, "{} {}", coarse.ridge, float.ridge);
        assert!(coarse.error < fitted(Ridge::Fixed(float.ridge), Some(7.0)).error);
    }

    #[test]
    fn single_precision_takes_the_smallest_leave_one_out_error() {
        let Problem { features, targets, .. } = problem();
        let steps = RidgePath::new(features, targets).steps();
        let least = steps.into_iter().map(|step| step.error).fold(f64::INFINITY, f64::min);
        assert_eq!(fitted(Ridge::Auto, None).error, least);
    }
}
