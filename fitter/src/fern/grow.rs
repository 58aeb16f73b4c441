//! One fern, grown level by level: each test is the one with the largest gain.

use super::bins::Bins;
use super::derivatives::Derivatives;
use super::parameters::FernParameters;
use super::partition::Partition;
use super::size::FernBudget;
use super::split::{Split, refined};
use super::tree::{Fern, Test};
use nalgebra::DMatrix;
use rayon::prelude::*;

/// A fern that is still growing.
struct Growing<'a> {
    bins: &'a Bins,
    partition: Partition<'a>,
    tests: Vec<Test>,
}

/// Grows the fern with the largest gain for its size; `None` where none fits the budget or none
/// gains.
pub fn grow(
    bins: &Bins,
    derivatives: &Derivatives,
    parameters: FernParameters,
    FernBudget { size, bytes }: FernBudget,
) -> Option<Fern> {
    let mut growing = Growing { bins, partition: Partition::new(derivatives, parameters.ridge), tests: Vec::new() };
    let mut best: Option<(f64, usize)> = None;
    for depth in 1..=parameters.depth {
        if size.bytes(depth) > bytes {
            break;
        }
        let Some(gain) = growing.deepen() else { break };
        let penalised = gain / (size.bytes(depth) as f64).powf(parameters.size_penalty);
        if gain > 0.0 && best.is_none_or(|(largest, _)| penalised > largest) {
            best = Some((penalised, depth));
        }
    }
    let (_, depth) = best?;
    Some(growing.pruned(depth, parameters))
}

impl Growing<'_> {
    /// Adds the best test and returns the gain of all leaves; `None` where no test separates any
    /// rows.
    fn deepen(&mut self) -> Option<f64> {
        let splits: Vec<Option<Split>> =
            self.bins.inputs.par_iter().map(|input| Split::best(&self.partition, input)).collect();
        let splits = splits.into_iter().enumerate().filter_map(|(input, split)| Some((input, split?)));
        let (input, split) = splits.reduce(|best, next| if next.1.gain > best.1.gain { next } else { best })?;
        let binned = &self.bins.inputs[input];
        let (gain, threshold) =
            refined(&self.partition, binned, &split).unwrap_or((split.gain, binned.thresholds[split.bin]));
        self.tests.push(Test { input, threshold });
        self.partition.split(&binned.values, threshold);
        Some(gain)
    }

    /// Returns the fern of the first `depth` tests, its leaves shrunken Newton steps.
    fn pruned(mut self, depth: usize, parameters: FernParameters) -> Fern {
        self.tests.truncate(depth);
        let sums = self.partition.exact_totals(depth);
        let step = |[gradient, curvature]: &[f64; 2]| -parameters.shrinkage * gradient / (curvature + parameters.ridge);
        let leaves = DMatrix::from_iterator(self.partition.outputs(), 1 << depth, sums.iter().map(step));
        Fern { tests: self.tests, leaves }
    }
}

#[cfg(test)]
mod tests {
    use super::super::boost::boost;
    use super::super::fixtures::{PARAMETERS, SIZE, budget, checkerboard, problem};
    use super::*;
    use crate::features::loss::Logistic;

    const SINGLE: FernParameters = FernParameters { depth: 1, ..PARAMETERS };

    /// By the definition, over every threshold that separates two values: no other first test gains
    /// more.
    #[test]
    fn the_first_test_has_the_largest_gain_of_all() {
        let data = checkerboard(60);
        let problem = problem(data.each_ref(), &Logistic);
        let fern = boost(&problem, SINGLE, budget(SIZE.bytes(1))).remove(0);
        // at a score of zero the gradient is -t / 2, the curvature 1 / 4
        let gain = |test: Test| {
            let side = |above: bool| {
                let rows = (0..60).filter(|&n| (problem.inputs[(test.input, n)] > test.threshold) == above);
                let sum = |(slope, count), n: usize| (slope - problem.targets[n] / 2.0, count + 1.0);
                let (slope, count) = rows.fold((0.0, 0.0), sum);
                slope * slope / (count / 4.0 + SINGLE.ridge)
            };
            side(false) + side(true)
        };
        let tests = |input| problem.inputs.row(input).iter().map(|&threshold| Test { input, threshold }).collect();
        let largest = (0..3).flat_map::<Vec<Test>, _>(tests).map(gain).fold(0.0, f64::max);
        assert!((gain(fern.tests[0]) / largest - 1.0).abs() < 1e-5);
    }

    /// Only every fifteenth of 3,000 values lies at a bin's end, and the rule's threshold does not.
    #[test]
    fn thresholds_are_finer_than_bins() {
        let [inputs, start, _] = checkerboard(3_000);
        let targets = DMatrix::from_fn(1, 3_000, |_, n| if inputs[(1, n)] > 333.0 { 1.0 } else { -1.0 });
        let problem = problem([&inputs, &start, &targets], &Logistic);
        let fern = boost(&problem, SINGLE, budget(SIZE.bytes(1))).remove(0);
        let Test { input, threshold } = fern.tests[0];
        assert!(!Bins::new(&inputs).inputs[1].thresholds.contains(&threshold));
        let errors = (0..3_000).filter(|&n| (inputs[(1, n)] > threshold) != (targets[n] > 0.0)).count();
        assert_eq!((input, errors), (1, 0));
    }

    /// The sums of the most common bin are what the other bins leave of the totals.
    #[test]
    fn skipping_the_most_common_bin_grows_the_same_fern() {
        let mut data = checkerboard(300);
        (0..300).filter(|n| n % 4 > 0).for_each(|n| data[0][(1, n)] = 0.0);
        let problem = problem(data.each_ref(), &Logistic);
        let (mut bins, derivatives) = (Bins::new(problem.inputs), Derivatives::at(&problem, problem.start));
        assert!(bins.inputs[1].rare_rows.is_some() && bins.inputs[0].rare_rows.is_none());
        let sparse = grow(&bins, &derivatives, PARAMETERS, budget(1000)).expect("a fern");
        bins.inputs[1].rare_rows = None;
        let dense = grow(&bins, &derivatives, PARAMETERS, budget(1000)).expect("a fern");
        assert_eq!(sparse.tests, dense.tests);
        assert!((sparse.leaves - dense.leaves).amax() < 1e-4);
    }
}
