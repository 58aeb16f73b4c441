//! Candidate thresholds of each input, and the bin of each value between them.

use nalgebra::DMatrix;
use rayon::prelude::*;

/// The number of thresholds at quantiles of an input's values, and again at quantiles of its
/// distinct values. The best of them is refined between single values afterwards.
const QUANTILES: usize = 100;
/// The share of rows outside the most common bin below which only these rows are visited.
const RARE: f64 = 0.4;

/// The inputs of a problem, binned.
pub struct Bins {
    /// The inputs in order.
    pub inputs: Vec<BinnedInput>,
}

/// One input with its thresholds.
pub struct BinnedInput {
    /// The thresholds in ascending order; none equals a value.
    pub thresholds: Vec<f64>,
    /// Whether all values of a bin are equal, for each bin.
    pub is_single: Vec<bool>,
    /// The value of each row.
    pub values: Vec<f64>,
    /// The bin of each row: the number of thresholds below its value.
    pub bins: Vec<u8>,
    /// The bin with the most rows.
    pub common_bin: u8,
    /// The rows in all other bins, where these are few.
    pub rare_rows: Option<Vec<u32>>,
}

impl Bins {
    /// Bins the values of `inputs x rows`.
    pub fn new(inputs: &DMatrix<f64>) -> Bins {
        let rows = (0..inputs.nrows()).into_par_iter();
        Bins { inputs: rows.map(|i| BinnedInput::new(inputs.row(i).iter().copied().collect())).collect() }
    }
}

impl BinnedInput {
    fn new(values: Vec<f64>) -> BinnedInput {
        let (thresholds, is_single) = thresholds(&values);
        let bin = |value: &f64| thresholds.partition_point(|threshold| threshold < value) as u8;
        let bins: Vec<u8> = values.iter().map(bin).collect();
        let mut counts = [0usize; 256];
        bins.iter().for_each(|&bin| counts[usize::from(bin)] += 1);
        let common_bin = (0..=u8::MAX).max_by_key(|&bin| counts[usize::from(bin)]).unwrap_or(0);
        let rare = bins.len() - counts[usize::from(common_bin)];
        let rare_rows = || (0..bins.len() as u32).filter(|&row| bins[row as usize] != common_bin).collect();
        let rare_rows = ((rare as f64) < RARE * bins.len() as f64).then(rare_rows);
        BinnedInput { thresholds, is_single, values, bins, common_bin, rare_rows }
    }
}

/// Returns thresholds at quantiles, and whether each bin between them holds a single distinct
/// value.
fn thresholds(values: &[f64]) -> (Vec<f64>, Vec<bool>) {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let mut distinct = sorted.clone();
    distinct.dedup();
    let mut quantiles = [quantiles(&sorted), quantiles(&distinct)].concat();
    quantiles.sort_unstable_by(f64::total_cmp);
    // a threshold lies between a quantile and the next distinct value, if there is one
    let above = |value: &f64| distinct.partition_point(|other| other <= value);
    let mut places: Vec<usize> = quantiles.iter().map(above).collect();
    places.dedup();
    places.pop_if(|place| *place == distinct.len());
    let thresholds = places.iter().map(|&place| between(distinct[place - 1], distinct[place])).collect();
    let ends: Vec<usize> = [0].into_iter().chain(places).chain([distinct.len()]).collect();
    (thresholds, ends.windows(2).map(|ends| ends[1] - ends[0] <= 1).collect())
}

/// Returns values at equally spaced ranks.
fn quantiles(sorted: &[f64]) -> Vec<f64> {
    let count = sorted.len().min(QUANTILES);
    (0..count).map(|q| sorted[q * sorted.len() / count]).collect()
}

/// Returns a threshold that `high` exceeds and `low` does not: a whole number where there is one,
/// since the device's words are whole, otherwise a number of single precision.
pub fn between(low: f64, high: f64) -> f64 {
    let middle = (low + high) / 2.0;
    let whole = middle.floor();
    match f64::from(middle as f32) {
        _ if whole >= low && whole < high => whole,
        middle if middle >= low && middle < high => middle,
        _ => low,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_values_have_a_bin_each() {
        let inputs = DMatrix::from_row_slice(1, 6, &[3.0, -1.0, 3.0, 10.0, 0.5, 0.25]);
        let bins = Bins::new(&inputs);
        assert_eq!(bins.inputs[0].thresholds, [-1.0, 0.375, 1.0, 6.0]);
        assert_eq!(bins.inputs[0].bins, [3, 0, 3, 4, 2, 1]);
        assert_eq!(bins.inputs[0].is_single, [true; 5]);
    }

    #[test]
    fn every_value_lies_in_the_bin_that_its_thresholds_say() {
        let mut values: Vec<f64> = vec![0.0; 5000];
        values.extend((1..=1000).map(f64::from));
        let binned = BinnedInput::new(values);
        assert!((QUANTILES..2 * QUANTILES).contains(&binned.thresholds.len()), "{}", binned.thresholds.len());
        for (value, &bin) in binned.values.iter().zip(&binned.bins) {
            assert_eq!(binned.thresholds.iter().filter(|threshold| value > threshold).count(), usize::from(bin));
            let others = || binned.values.iter().zip(&binned.bins).filter(|(_, other)| **other == bin);
            assert_eq!(others().all(|(other, _)| other == value), binned.is_single[usize::from(bin)]);
        }
    }

    #[test]
    fn constants_have_no_threshold() {
        assert!(BinnedInput::new(vec![2.0; 9]).thresholds.is_empty());
        assert!(BinnedInput::new(Vec::new()).thresholds.is_empty());
    }
}
