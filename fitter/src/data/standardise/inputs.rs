//! Standardisation of all inputs of a table.

use super::standard::Standard;
use crate::data::table::{ColumnKind, Inputs, Table, Targets};
use nalgebra::DMatrix;
use rayon::prelude::*;

/// Learns the standardisation of every input.
pub fn learn(inputs: &Inputs) -> Vec<Standard> {
    learn_by(inputs, Standard::learn)
}

/// Learns the standardisation of every input for comparison with thresholds.
pub fn learn_compared(inputs: &Inputs) -> Vec<Standard> {
    learn_by(inputs, Standard::compared)
}

/// Learns the standardisation of every input, with logarithms of those with a long tail, and where
/// values are predicted of those with a wide range too: many laws of nature are products of powers.
pub fn learn_logarithms(table: &Table) -> Vec<Standard> {
    let predicts_values = matches!(table.targets, Targets::Values(_));
    let amount = |column: &[f64]| if predicts_values { Standard::logarithmic_amount(column) } else { None };
    learn_by(&table.inputs, |column, kind| {
        let numbers = if kind == ColumnKind::Number { Some(column) } else { None };
        let logarithm = numbers.and_then(|column| amount(column).or_else(|| Standard::logarithmic(column)));
        logarithm.unwrap_or_else(|| Standard::learn(column, kind))
    })
}

/// Returns whether inputs in rows of so many columns seem to have one unit: all rows but an eighth
/// reach half of the largest range. Those of an image do; channels of windows may differ.
pub fn have_one_unit(inputs: &Inputs, columns: usize) -> bool {
    let range = |column: &Vec<f64>| {
        let known = || column.iter().copied().filter(|x| !x.is_nan());
        known().fold(f64::NEG_INFINITY, f64::max) - known().fold(f64::INFINITY, f64::min)
    };
    let rows = inputs.columns.par_chunks(columns.max(1)).map(|row| row.iter().map(range).fold(0.0, f64::max));
    let ranges: Vec<f64> = rows.collect();
    let half = ranges.iter().copied().fold(0.0, f64::max) / 2.0;
    let narrow = ranges.iter().filter(|range| **range > 0.0 && **range < half).count();
    8 * narrow <= ranges.len()
}

/// Learns a standardisation of inputs that have one unit, such as the pixels of an image: centres
/// of their own, and the root of their mean variance for a deviation. The limits are the extremes,
/// since a pixel that is seldom lit has no outliers.
pub fn learn_of_one_unit(inputs: &Inputs) -> Vec<Standard> {
    let plain = learn_by(inputs, |column, kind| {
        let own = Standard::learn(column, kind);
        let all = Standard::plain(column);
        // a column without values has no extremes
        if all.low > all.high { own } else { Standard { values: own.values, ..all } }
    });
    let variance = |standard: &Standard| if standard.low < standard.high { standard.deviation.powi(2) } else { 0.0 };
    let mean = plain.iter().map(variance).sum::<f64>() / plain.len().max(1) as f64;
    let deviation = if mean > 0.0 { mean.sqrt() } else { 1.0 };
    plain.into_iter().map(|standard| Standard { deviation, ..standard }).collect()
}

/// Learns every standardisation by a function. Inputs beside the features of windows are optional.
fn learn_by(inputs: &Inputs, of: impl Fn(&[f64], ColumnKind) -> Standard + Sync) -> Vec<Standard> {
    let has_windows = inputs.kinds.contains(&ColumnKind::Window);
    let columns = inputs.columns.par_iter().zip(&inputs.kinds);
    let standard = |(column, &kind): (&Vec<f64>, &ColumnKind)| Standard {
        optional: has_windows && kind != ColumnKind::Window,
        ..of(column, kind)
    };
    columns.map(standard).collect()
}

/// Returns the standardised inputs, `inputs x rows`.
pub fn apply(standards: &[Standard], inputs: &Inputs) -> DMatrix<f64> {
    DMatrix::from_fn(standards.len(), inputs.rows(), |i, n| standards[i].apply(inputs.columns[i][n]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Groups, Values};

    /// Of eight rows one may be narrow, and constant ones say nothing; of two channels none.
    #[test]
    fn inputs_of_one_unit_have_ranges_of_one_size() {
        let inputs = |ranges: &[f64]| Inputs {
            names: vec![String::new(); 2 * ranges.len()],
            kinds: vec![ColumnKind::Number; 2 * ranges.len()],
            columns: ranges.iter().flat_map(|range| [vec![0.0, f64::NAN, 0.0], vec![0.0, *range, f64::NAN]]).collect(),
        };
        let image = [0.0, 3.0, 255.0, 255.0, 200.0, 255.0, 255.0, 0.0];
        assert!(have_one_unit(&inputs(&image), 2));
        assert!(!have_one_unit(&inputs(&image[..7]), 2));
        assert!(!have_one_unit(&inputs(&[4.0, 500.0]), 2) && have_one_unit(&inputs(&[4.0, 5.0]), 2));
    }

    /// The same rows, once with values to predict and once with classes.
    #[test]
    fn amounts_are_taken_where_values_are_predicted() {
        let amounts: Vec<f64> = (1..=16).map(f64::from).collect();
        let inputs = Inputs {
            names: vec!["amount".to_owned(), "text=a".to_owned(), "signed".to_owned()],
            kinds: vec![ColumnKind::Number, ColumnKind::Indicator, ColumnKind::Number],
            columns: vec![amounts.clone(), amounts.clone(), amounts.iter().map(|x| x - 8.0).collect()],
        };
        let values = Targets::Values(Values::new(vec![amounts]));
        let classes = Targets::Classes { labels: vec!["a".to_owned()], index: vec![0; 16] };
        let taken = |targets| {
            let (groups, sample_weights) = (Groups::Independent, vec![1.0; 16]);
            let table = Table { inputs: inputs.clone(), targets, groups, sample_weights, teacher: None, places: None };
            learn_logarithms(&table).iter().map(|standard| standard.logarithm.is_some()).collect::<Vec<_>>()
        };
        assert_eq!(taken(values), [true, false, false]);
        assert_eq!(taken(classes), [false; 3]);
    }

    /// Variances of 0, 1 and 3 in the mean make 4 / 3; what is seldom lit keeps its light.
    #[test]
    fn pixels_share_a_deviation_and_keep_their_extremes() {
        let seldom: Vec<f64> = (0..1000).map(|row| if row == 7 { 255.0 } else { 0.0 }).collect();
        let grey: Vec<f64> = (0..1000).map(|row| f64::from(row % 2) * 100.0).collect();
        let columns = vec![vec![5.0; 1000], seldom, grey, vec![f64::NAN; 1000]];
        let inputs = Inputs { names: vec![String::new(); 4], kinds: vec![ColumnKind::Number; 4], columns };
        let standards = learn_of_one_unit(&inputs);
        let variance = 255.0f64.powi(2) * 0.001 * 0.999;
        let deviation = ((variance + 2_500.0) / 4.0).sqrt();
        assert!(standards.iter().all(|standard| (standard.deviation - deviation).abs() < 1e-9 && !standard.clips));
        assert_eq!((standards[1].low, standards[1].high), (0.0, 255.0));
        assert_eq!(standards.iter().map(|standard| standard.apply(f64::NAN)).collect::<Vec<_>>(), [0.0; 4]);
        assert_eq!((standards[0].apply(5.0), standards[3].apply(0.0)), (0.0, 0.0));
    }
}
