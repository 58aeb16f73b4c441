//! Thresholds that tests may have, and where each value lies among them.

use nalgebra::DMatrix;
use rayon::prelude::*;

/// Thresholds of an input at quantiles of its values, and as many at quantiles of its distinct values. The best of them
/// is then made finer by `grow`.
const QUANTILES: usize = 100;
/// Where fewer than this share of the rows are in other bins than the usual one, only these are looked at.
const FEW: f64 = 0.4;

/// Where the values of every input lie among its thresholds.
pub struct Bins {
    /// Input by input.
    pub inputs: Vec<Binned>,
}

/// Where the values of one input lie.
pub struct Binned {
    /// Thresholds, ascending, none of which is a value.
    pub thresholds: Vec<f64>,
    /// Whether the values of a bin are all the same.
    pub single: Vec<bool>,
    /// The values, row by row.
    pub values: Vec<f64>,
    /// How many thresholds each row's value exceeds.
    pub rows: Vec<u8>,
    /// The bin that most rows are in.
    pub usual: u8,
    /// The rows in other bins, where these are few.
    pub others: Option<Vec<u32>>,
}

impl Bins {
    /// Of whole or real `inputs x rows`.
    pub fn new(inputs: &DMatrix<f64>) -> Bins {
        let rows = (0..inputs.nrows()).into_par_iter();
        Bins { inputs: rows.map(|i| Binned::new(inputs.row(i).iter().copied().collect())).collect() }
    }
}

impl Binned {
    fn new(values: Vec<f64>) -> Binned {
        let mut sorted = values.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        let mut distinct = sorted.clone();
        distinct.dedup();
        let mut thresholds = [quantiles(&sorted), quantiles(&distinct)].concat();
        thresholds.sort_unstable_by(f64::total_cmp);
        // between this distinct value and the next, if there is one
        let mut places: Vec<usize> =
            thresholds.iter().map(|value| distinct.partition_point(|other| other <= value)).collect();
        places.dedup();
        places.pop_if(|place| *place == distinct.len());
        let thresholds: Vec<f64> = places.iter().map(|&place| between(distinct[place - 1], distinct[place])).collect();
        let ends: Vec<usize> = [0].into_iter().chain(places).chain([distinct.len()]).collect();
        let single = ends.windows(2).map(|ends| ends[1] - ends[0] <= 1).collect();
        let rows: Vec<u8> =
            values.iter().map(|value| thresholds.partition_point(|threshold| threshold < value) as u8).collect();
        let mut counts = [0usize; 256];
        rows.iter().for_each(|&bin| counts[usize::from(bin)] += 1);
        let usual = (0..=u8::MAX).max_by_key(|&bin| counts[usize::from(bin)]).unwrap_or(0);
        let others = rows.len() - counts[usize::from(usual)];
        let few = (others as f64) < FEW * rows.len() as f64;
        let others = few.then(|| (0..rows.len() as u32).filter(|&row| rows[row as usize] != usual).collect());
        Binned { thresholds, single, values, rows, usual, others }
    }
}

/// Values at equally spaced ranks.
fn quantiles(sorted: &[f64]) -> Vec<f64> {
    let count = sorted.len().min(QUANTILES);
    (0..count).map(|q| sorted[q * sorted.len() / count]).collect()
}

/// What the higher of two values exceeds and the lower does not: a whole number where there is one, as words of the device
/// are whole, else one of single precision.
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
    fn few_values_are_separated_each() {
        let inputs = DMatrix::from_row_slice(1, 6, &[3.0, -1.0, 3.0, 10.0, 0.5, 0.25]);
        let bins = Bins::new(&inputs);
        assert_eq!(bins.inputs[0].thresholds, [-1.0, 0.375, 1.0, 6.0]);
        assert_eq!(bins.inputs[0].rows, [3, 0, 3, 4, 2, 1]);
        assert_eq!(bins.inputs[0].single, [true; 5]);
    }

    #[test]
    fn many_values_share_a_bin_and_rare_ones_keep_theirs() {
        let mut values: Vec<f64> = vec![0.0; 5000];
        values.extend((1..=1000).map(f64::from));
        let binned = Binned::new(values);
        assert!((QUANTILES..2 * QUANTILES).contains(&binned.thresholds.len()), "{}", binned.thresholds.len());
        for (value, &bin) in binned.values.iter().zip(&binned.rows) {
            assert_eq!(binned.thresholds.iter().filter(|threshold| value > threshold).count(), usize::from(bin));
            let others = || binned.values.iter().zip(&binned.rows).filter(|(_, other)| **other == bin);
            assert_eq!(others().all(|(other, _)| other == value), binned.single[usize::from(bin)]);
        }
    }

    #[test]
    fn constants_have_no_threshold() {
        assert!(Binned::new(vec![2.0; 9]).thresholds.is_empty());
        assert!(Binned::new(Vec::new()).thresholds.is_empty());
    }
}
