//! Gradient boosting: fern after fern, until the budget is spent.

use super::bins::Bins;
use super::derivatives::Derivatives;
use super::grow::grow;
use super::parameters::FernParameters;
use super::problem::BoostingProblem;
use super::size::FernBudget;
use super::tree::Fern;

/// Grows as many ferns as the budget holds, each on the residuals of those before it.
pub fn boost(problem: &BoostingProblem<'_>, parameters: FernParameters, mut budget: FernBudget) -> Vec<Fern> {
    let bins = Bins::new(problem.inputs);
    let mut scores = problem.start.clone();
    let mut ferns: Vec<Fern> = Vec::new();
    while ferns.len() < usize::from(u16::MAX) && !problem.search.gives_up() {
        let derivatives = Derivatives::at(problem, &scores);
        let Some(fern) = grow(&bins, &derivatives, parameters, budget) else { break };
        fern.add(problem.inputs, &mut scores);
        budget.bytes -= budget.size.bytes(fern.tests.len());
        ferns.push(fern);
    }
    ferns
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::{PARAMETERS, SIZE, budget, checkerboard, problem};
    use super::super::size::FernSize;
    use super::*;
    use crate::features::loss::{Logistic, Loss, Softmax, Squared};
    use nalgebra::DMatrix;

    fn scores(problem: &BoostingProblem<'_>, ferns: &[Fern]) -> DMatrix<f64> {
        let mut scores = problem.start.clone();
        ferns.iter().for_each(|fern| fern.add(problem.inputs, &mut scores));
        scores
    }

    #[test]
    fn deep_ferns_fit_an_interaction_that_single_tests_cannot() {
        let data = checkerboard(2_000);
        let problem = problem(data.each_ref(), &Logistic);
        let errors = |parameters| {
            let scores = scores(&problem, &boost(&problem, parameters, budget(200)));
            scores.iter().zip(problem.targets).filter(|(score, target)| *score * *target <= 0.0).count()
        };
        assert!(errors(FernParameters { depth: 1, ..PARAMETERS }) > 600);
        assert!(errors(PARAMETERS) < 40);
    }

    #[test]
    fn every_fern_lowers_the_loss_and_all_fit_the_budget() {
        let [inputs, start, targets] = checkerboard(500);
        let three = DMatrix::from_fn(3, 500, |k, n| if k == n % 3 { 1.0 } else { -1.0 });
        let zeros = DMatrix::zeros(3, 500);
        for (start, targets, loss) in
            [(&start, &targets, &Logistic as &dyn Loss), (&start, &targets, &Squared), (&zeros, &three, &Softmax)]
        {
            let problem = problem([&inputs, start, targets], loss);
            let size = FernSize { leaf: targets.nrows(), ..SIZE };
            let ferns = boost(&problem, PARAMETERS, FernBudget { size, bytes: 300 });
            let bytes: usize = ferns.iter().map(|fern| size.bytes(fern.tests.len())).sum();
            assert!(bytes <= 300 && bytes + size.bytes(1) > 300, "{bytes}");
            let loss = |count| Derivatives::at(&problem, &scores(&problem, &ferns[..count])).loss;
            let losses: Vec<f64> = (0..=ferns.len()).map(loss).collect();
            assert!(losses.is_sorted_by(|a, b| a > b), "{losses:?}");
        }
    }

    #[test]
    fn constant_inputs_and_targets_grow_no_fern() {
        let (inputs, start) = (DMatrix::from_element(2, 9, 7.0), DMatrix::zeros(1, 9));
        let targets = DMatrix::from_element(1, 9, 1.0);
        let problem = problem([&inputs, &start, &targets], &Logistic);
        assert!(boost(&problem, PARAMETERS, budget(1000)).is_empty());
    }
}
