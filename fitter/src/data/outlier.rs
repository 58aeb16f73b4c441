//! Targets that are far from all others.

use super::schema::Schema;
use super::sentinel::{code, is_of_nines};
use super::stray::stray;
use super::table::Targets;
use crate::error::text::{shortened, shortest};

/// The fewest rows among which one is remarkable.
const LEAST_ROWS: usize = 20;
/// The share of a target's variance that one row may have.
const SHARE: f64 = 0.9;
/// The largest share of the rows in which a code takes the place of a target.
const CODES: f64 = 0.1;

/// Returns remarks on targets of which few rows make most of the variance, so that a squared error
/// is about those rows: a single one, a code such as 0 or -999, or values that are absurdly far.
pub(super) fn outliers(schema: &Schema, targets: &Targets) -> Vec<String> {
    let Targets::Values(values) = targets else { return Vec::new() };
    let names = schema.target.names();
    let remark = |(name, column): (&str, &Vec<f64>)| {
        let name = shortened(name);
        let slips = "if these are slips, correct them or delete the rows";
        if let Some((value, share)) = outlier(column) {
            let (value, percent) = (shortest(value), (100.0 * share).floor());
            return Some(format!(
                "a row whose target {name:?} is {value} has {percent} % of the variance of all rows: if it is a slip, \
                 correct it or delete the row"
            ));
        }
        if let Some((value, rows)) = missing(column) {
            let value = shortest(value);
            return Some(format!("the target {name:?} is {value} in {rows} rows, far from its other values: {slips}"));
        }
        let (value, rows) = stray(column)?;
        let value = shortest(value);
        Some(format!(
            "the target {name:?} is absurdly far from its other values in {rows} rows, with {value} the farthest: \
             {slips}"
        ))
    };
    names.into_iter().zip(&values.columns).filter_map(remark).collect()
}

/// Returns the value with the largest share of the variance, and the share, if it is large.
fn outlier(values: &[f64]) -> Option<(f64, f64)> {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let square = |value: f64| (value - mean).powi(2);
    let all: f64 = values.iter().map(|value| square(*value)).sum();
    let value = values.iter().copied().max_by(|a, b| square(*a).total_cmp(&square(*b)))?;
    let share = square(value) / all;
    (values.len() >= LEAST_ROWS && share > SHARE).then_some((value, share))
}

/// Returns a number that stands for a missing target, and in how many of the rows.
fn missing(values: &[f64]) -> Option<(f64, usize)> {
    let (value, rows) = code(values, |x| x == 0.0 || is_of_nines(x))?;
    (values.len() >= LEAST_ROWS && rows as f64 <= CODES * values.len() as f64).then_some((value, rows))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_may_take_the_place_of_targets() {
        let with = |value: f64, count: usize| -> Vec<f64> {
            (0..200).map(|row| if row < count { value } else { 420.0 + f64::from(row as u8 % 70) }).collect()
        };
        assert_eq!(missing(&with(0.0, 3)), Some((0.0, 3)));
        assert_eq!(missing(&with(-999.0, 20)), Some((-999.0, 20)));
        assert_eq!(missing(&with(0.0, 90)), None, "as often as a value");
        assert_eq!([missing(&with(0.0, 2)), missing(&with(400.0, 9)), missing(&with(-3.0, 9))], [None; 3]);
    }

    #[test]
    fn one_row_may_outweigh_all_others() {
        let mut values: Vec<f64> = (0..200).map(|row| f64::from(row % 17)).collect();
        assert_eq!(outlier(&values), None);
        values[6] = -1e9;
        let (value, share) = outlier(&values).unwrap();
        assert_eq!(value, -1e9);
        // of n values the far one has a squared distance of (n - 1) / n of the sum
        assert!((share - 199.0 / 200.0).abs() < 1e-6, "{share}");
        values[7] = 1e9;
        assert_eq!(outlier(&values), None, "two rows have half of it each");
        assert_eq!([&[0.0, 9.0][..], &[5.0; 30], &[]].map(outlier), [None; 3]);
    }
}
