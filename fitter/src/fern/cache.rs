//! Ferns that several candidates share.

use super::boost::boost;
use super::parameters::FernParameters;
use super::problem::BoostingProblem;
use super::refit::refit;
use super::size::FernBudget;
use super::tree::Fern;

/// The ferns that were grown on one problem so far. Candidates that differ only in their refit
/// share them.
#[derive(Default)]
pub struct FernCache(Vec<((FernParameters, usize), Vec<Fern>)>);

impl FernCache {
    /// Returns the ferns that [`boost`] grows, their leaves refitted if the parameters ask for it.
    ///
    /// The problem and the size of a fern must be the same in every call.
    pub fn ferns(
        &mut self,
        problem: &BoostingProblem<'_>,
        parameters: FernParameters,
        budget: FernBudget,
    ) -> Vec<Fern> {
        let key = (FernParameters { refit: None, ..parameters }, budget.bytes);
        let known = self.0.iter().find(|(known, _)| *known == key).map(|(_, ferns)| ferns.clone());
        let mut ferns = known.unwrap_or_else(|| {
            let ferns = boost(problem, parameters, budget);
            self.0.push((key, ferns.clone()));
            ferns
        });
        if let Some(ridge) = parameters.refit {
            refit(problem, &mut ferns, ridge);
        }
        ferns
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::{PARAMETERS, budget, checkerboard, problem};
    use super::*;
    use crate::features::loss::Logistic;

    /// Few distinct inputs keep the same thresholds when rows are repeated.
    #[test]
    fn sample_weights_equal_repeated_rows() {
        let [inputs, start, targets] = checkerboard(1_000);
        let inputs = inputs.map(|x| (x / 100.0).round());
        let times = |n: usize| if targets[n] > 0.0 { 3 } else { 1 };
        let sample_weights: Vec<f64> = (0..1_000).map(|n| times(n) as f64).collect();
        let rows: Vec<usize> = (0..1_000).flat_map(|n| std::iter::repeat_n(n, times(n))).collect();
        let repeated = [&inputs, &start, &targets].map(|matrix| matrix.select_columns(&rows));
        let refitted = FernParameters { refit: Some(2.0), ..PARAMETERS };
        let ferns = |problem: BoostingProblem<'_>| FernCache::default().ferns(&problem, refitted, budget(150));
        let expected = ferns(problem(repeated.each_ref(), &Logistic));
        let weighted = problem([&inputs, &start, &targets], &Logistic);
        let found = ferns(BoostingProblem { sample_weights: &sample_weights, ..weighted });
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(found.tests, expected.tests);
            assert!((&found.leaves - &expected.leaves).amax() < 1e-3 * expected.leaves.amax());
        }
    }
}
