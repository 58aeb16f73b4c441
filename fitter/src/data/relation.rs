//! The relation of a column's values to the target.

use std::collections::HashSet;

/// The mean number of rows of each value above which a value says more about its target than being
/// unique.
const ROWS_PER_VALUE: usize = 5;
/// The least number of distinct values of a monotone column: fewer are in order by chance.
const LEAST_VALUES: usize = 20;

/// Returns Pearson's correlation coefficient of two columns; 0 if one is constant.
pub fn correlation(one: &[f64], other: &[f64]) -> f64 {
    Relation::new(one, other).correlation()
}

/// Known values of a column with their targets, sorted by value.
pub(super) struct Relation(Vec<(f64, f64)>);

impl Relation {
    /// Pairs values with targets; NaN is a missing value.
    pub(super) fn new(values: &[f64], targets: &[f64]) -> Relation {
        let known = values.iter().zip(targets).filter(|(value, target)| !value.is_nan() && !target.is_nan());
        let mut pairs: Vec<(f64, f64)> = known.map(|(value, target)| (*value, *target)).collect();
        pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
        Relation(pairs)
    }

    /// The number of known values.
    pub(super) fn rows(&self) -> usize {
        self.0.len()
    }

    /// Returns true if all rows of a value have the same target, and values have several rows each.
    pub(super) fn determines(&self) -> bool {
        let runs: Vec<&[(f64, f64)]> = self.0.chunk_by(|a, b| a.0 == b.0).collect();
        let has_one_target = |run: &&[(f64, f64)]| run.iter().all(|pair| pair.1 == run[0].1);
        runs.len() > 1 && runs.len() * ROWS_PER_VALUE <= self.rows() && runs.iter().all(has_one_target)
    }

    /// Returns true if the values of each class lie in an interval without those of other classes.
    pub(super) fn separates(&self) -> bool {
        let runs: Vec<&[(f64, f64)]> = self.0.chunk_by(|a, b| a.1 == b.1).collect();
        let apart = runs.windows(2).all(|pair| pair[0][pair[0].len() - 1].0 < pair[1][0].0);
        let targets: Vec<f64> = self.0.iter().map(|pair| pair.1).collect();
        apart && runs.len() > 1 && runs.len() == distinct(&targets)
    }

    /// Returns true if targets rise or fall strictly with many values, and equal values have equal
    /// targets.
    pub(super) fn is_monotone(&self) -> bool {
        let step = |compare: fn(&f64, &f64) -> bool| {
            self.0.windows(2).all(|pair| match pair[0].0 == pair[1].0 {
                true => pair[0].1 == pair[1].1,
                false => compare(&pair[0].1, &pair[1].1),
            })
        };
        self.0.chunk_by(|a, b| a.0 == b.0).count() >= LEAST_VALUES && (step(f64::lt) || step(f64::gt))
    }

    /// Returns Pearson's correlation coefficient; 0 if the values or the targets are constant.
    pub(super) fn correlation(&self) -> f64 {
        let rows = self.rows() as f64;
        let sum = |of: &dyn Fn(&(f64, f64)) -> f64| self.0.iter().map(of).sum::<f64>();
        let (x, y) = (sum(&|pair| pair.0) / rows, sum(&|pair| pair.1) / rows);
        let product = sum(&|pair| (pair.0 - x) * (pair.1 - y));
        let squares = sum(&|pair| (pair.0 - x).powi(2)) * sum(&|pair| (pair.1 - y).powi(2));
        if squares > 0.0 { product / squares.sqrt() } else { 0.0 }
    }
}

/// Returns the number of distinct values.
pub(super) fn distinct(values: &[f64]) -> usize {
    let bits = |value: &f64| (value + 0.0).to_bits(); // -0 is 0
    values.iter().map(bits).collect::<HashSet<_>>().len()
}
