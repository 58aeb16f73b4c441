//! A target that outweighs all others.

use super::schema::Schema;
use super::table::Targets;
use crate::error::text::{shortened, shortest};

/// The fewest rows among which one is remarkable.
const LEAST_ROWS: usize = 20;
/// The share of a target's variance that one row may have.
const SHARE: f64 = 0.9;

/// Returns remarks on targets of which a single row makes nearly all of the variance: a squared
/// error is then about that row alone.
pub(super) fn outliers(schema: &Schema, targets: &Targets) -> Vec<String> {
    let Targets::Values(values) = targets else { return Vec::new() };
    let names = schema.target.names();
    let remark = |(name, column): (&str, &Vec<f64>)| {
        let (value, share) = outlier(column)?;
        let (name, value, percent) = (shortened(name), shortest(value), (100.0 * share).floor());
        Some(format!(
            "a row whose target {name:?} is {value} has {percent} % of the variance of all rows: if it is a slip, \
             correct it or delete the row"
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

#[cfg(test)]
mod tests {
    use super::*;

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
