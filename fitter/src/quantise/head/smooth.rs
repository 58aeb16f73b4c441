//! The head of a loss other than least squares: its regularisation, and the words of the lowest
//! loss.

use super::descent::Descent;
use super::fitted::FittedHead;
use super::objective::Objective;
use super::request::HeadRequest;
use super::words::HeadWords;
use crate::data::{Folding, Groups, folds};
use crate::features::kernel::rule::spread;
use crate::features::loss::Loss;
use crate::head;
use crate::head::Problem;
use crate::recipe::Ridge;
use crate::search::Search;

/// The regularisations to try, from the strongest.
const RIDGES: [f64; 6] = [1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7];
/// One row of so many is held out to choose by.
const HELD_OUT: usize = 5;
/// The rise of the held-out loss, as a factor, from which on no weaker regularisation is tried.
const WORSE: f64 = 1.05;
/// The rows that the regularisation and the words are chosen by, at most.
const ROWS: usize = 4_000;
/// The share of a limited time that the choice of the regularisation may take.
const RIDGE_TIME: f64 = 0.3;
/// The share of what is then left that the head may take before it is rounded.
const HEAD_TIME: f64 = 0.6;

/// Fits, regularises and rounds a head.
pub fn fit_smooth_head(loss: &dyn Loss, problem: &Problem, request: &HeadRequest<'_>) -> FittedHead {
    let rows = spread(problem.rows(), ROWS);
    let (some, groups) = (problem.select(&rows), request.groups.select(&rows));
    let search = request.search;
    let (ridge, error) = match request.ridge {
        Ridge::Fixed(ridge) => (ridge, choose_ridge(loss, (&some, &groups), &[ridge], search).1),
        Ridge::Auto => choose_ridge(loss, (&some, &groups), &RIDGES, search.soft_part(RIDGE_TIME)),
    };
    let exact = head::solver_within(loss, problem, search.soft_part(HEAD_TIME)).minimise(ridge, None);
    let Some(limit) = request.levels else {
        return FittedHead { ridge, error, head: HeadWords::of(&exact, None) };
    };
    let objective = Objective { loss, problem: &some, ridge };
    let (descent, cost) = Descent { objective, limit, search }.round(&exact);
    let head = HeadWords { words: descent.words, unit: descent.unit, bias: descent.bias };
    FittedHead { ridge, error: error + cost, head }
}

/// Returns the regularisation with the lowest loss on rows held out, and that loss.
///
/// The strongest is tried first, and each fit starts from the one before.
fn choose_ridge(
    loss: &dyn Loss,
    (problem, groups): (&Problem, &Groups),
    ridges: &[f64],
    search: Search<'_>,
) -> (f64, f64) {
    let folding = Folding { parts: HELD_OUT, count: 1, most: usize::MAX };
    let fold = folds(groups, problem.rows(), folding, 0).swap_remove(0);
    if fold.held.len() == problem.rows() {
        return (ridges[0], f64::INFINITY); // there are too few rows to hold some out
    }
    let (out, kept) = (problem.select(&fold.held_of_known(&problem.targets)), problem.select(&fold.learnt));
    let (seen, unseen) = (head::solver_within(loss, &kept, search), head::solver(loss, &out));
    let (mut best, mut start) = ((ridges[0], f64::INFINITY), None);
    for &ridge in ridges {
        let linear = seen.minimise(ridge, start.as_ref());
        let error = unseen.mean_loss(&linear);
        if error > WORSE * best.1 {
            break;
        }
        if error < best.1 {
            best = (ridge, error);
        }
        start = Some(linear);
        if search.passed() {
            break;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};
    use crate::features::loss::Softmax;
    use crate::head::Linear;
    use crate::recipe::HeadName;
    use kernelet::number::round;
    use nalgebra::{DMatrix, DVector};

    /// Three classes of rows with correlated features, so that one word can make good another's
    /// error.
    fn problem() -> Problem {
        let mut features = MonteCarlo.normals(12, 400, 1);
        let common = features.row(0) * 2.0;
        features.row_iter_mut().for_each(|mut row| row += &common);
        let scores = MonteCarlo.normals(3, 12, 2) * &features + MonteCarlo.normals(3, 400, 3) * 2.0;
        let targets = DMatrix::from_fn(3, 400, |c, n| if scores.column(n).imax() == c { 1.0 } else { -1.0 });
        Problem::new(features, DVector::from_element(12, 1.0), targets)
    }

    fn request(ridge: Ridge, levels: Option<f64>) -> HeadRequest<'static> {
        HeadRequest { head: HeadName::Softmax, ridge, levels, groups: &Groups::Independent, search: Search::default() }
    }

    fn mean_loss(problem: &Problem, head: &HeadWords) -> f64 {
        let linear = Linear { weights: &head.words * head.unit, bias: head.bias.clone() };
        head::solver(&Softmax, problem).mean_loss(&linear)
    }

    #[test]
    fn descent_costs_less_than_rounding_each_weight() {
        let problem = problem();
        let fitted = |levels| fit_smooth_head(&Softmax, &problem, &request(Ridge::Fixed(1e-3), levels)).head;
        let (exact, rounded) = (fitted(None), fitted(Some(7.0)));
        assert!(rounded.words.iter().all(|word| word.fract() == 0.0 && word.abs() <= 7.0));
        let unit = exact.words.amax() / 7.0;
        let words = exact.words.map(|weight| round(weight / unit) as f64);
        let nearest = HeadWords { words, unit, ..exact.clone() };
        let least = mean_loss(&problem, &exact);
        let [descended, nearest] = [&rounded, &nearest].map(|head| mean_loss(&problem, head) - least);
        assert!(descended < nearest, "{descended} {nearest}");
    }

    #[test]
    fn the_ridge_has_the_lowest_loss_on_rows_held_out() {
        let problem = problem();
        let chosen = fit_smooth_head(&Softmax, &problem, &request(Ridge::Auto, None));
        for ridge in RIDGES {
            let (_, other) = choose_ridge(&Softmax, (&problem, &Groups::Independent), &[ridge], Search::default());
            assert!(chosen.error <= other * 1.001, "{ridge}");
        }
    }

    #[test]
    fn one_class_and_one_row_are_no_trouble() {
        let problem = problem();
        for rows in [1, 3] {
            let mut few = problem.select(&(0..rows).collect::<Vec<_>>());
            few.targets.fill(-1.0);
            few.targets.row_mut(1).fill(1.0);
            let fitted = fit_smooth_head(&Softmax, &few, &request(Ridge::Auto, Some(127.0))).head;
            assert!(fitted.words.iter().chain(&fitted.bias).all(|entry| entry.is_finite()));
        }
    }
}
