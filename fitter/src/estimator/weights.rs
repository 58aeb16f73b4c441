//! The weights of rows.

use crate::data::Table;
use crate::error::{Error, Result};

/// Returns the table with sample weights, one for each of its rows.
///
/// A row of weight 0 is left out; other weights weigh the losses, scaled to a mean of 1. A row is
/// one row, whatever its weight: as several, it could be held out while the model learns from it.
///
/// # Errors
/// [`Error::Usage`] for a number of weights that is not that of the rows, for one that is negative
/// or not finite, and where all are 0.
pub(super) fn weighted(table: Table, weights: &[f64]) -> Result<Table> {
    check(weights, table.rows())?;
    let kept: Vec<usize> = (0..weights.len()).filter(|&row| weights[row] > 0.0).collect();
    let sum: f64 = weights.iter().sum();
    let first = kept.first().map_or(0.0, |&row| weights[row]);
    let alike = kept.iter().all(|&row| weights[row] == first);
    if alike {
        return Ok(if kept.len() == weights.len() { table } else { table.select(&kept) });
    }
    let mean = sum / kept.len() as f64;
    let sample_weights = kept.iter().map(|&row| weights[row] / mean).collect();
    let table = if kept.len() == weights.len() { table } else { table.select(&kept) };
    Ok(Table { sample_weights, ..table })
}

fn check(weights: &[f64], rows: usize) -> Result<()> {
    if weights.len() != rows {
        return Err(Error::Usage(format!("there are {} sample weights for {rows} rows", weights.len())));
    }
    if let Some(row) = weights.iter().position(|weight| !weight.is_finite() || *weight < 0.0) {
        let weight = weights[row];
        return Err(Error::Usage(format!("the sample weight of row {} is {weight}, not a number from 0 on", row + 1)));
    }
    match weights.iter().any(|weight| *weight > 0.0) {
        true => Ok(()),
        false => Err(Error::Usage("all sample weights are 0: no row is left".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Answers, ArrayColumn, Arrays};

    fn table() -> Table {
        let columns = vec![ArrayColumn::numbers("x", vec![1.0, 2.0, 3.0])];
        let answers = Answers::Values(vec![4.0, 5.0, 6.0]);
        Arrays { columns, target: "y".into(), answers, constant: false }.table().unwrap().1
    }

    #[test]
    fn weights_have_a_mean_of_1_and_rows_without_are_left_out() {
        for weights in [[0.5, 0.0, 1.5], [1.0, 0.0, 3.0], [1e6, 0.0, 3e6]] {
            let weighed = weighted(table(), &weights).unwrap();
            assert_eq!((weighed.rows(), weighed.sample_weights), (2, vec![0.5, 1.5]));
        }
        assert_eq!(weighted(table(), &[7.0; 3]).unwrap(), table());
    }

    #[test]
    fn invalid_weights_are_refused() {
        for (weights, part) in [
            (&[1.0][..], "1 sample weights for 3 rows"),
            (&[1.0, -1.0, 1.0], "of row 2 is -1"),
            (&[1.0, f64::NAN, 1.0], "of row 2 is NaN"),
            (&[0.0; 3], "all sample weights are 0"),
        ] {
            let message = weighted(table(), weights).unwrap_err().to_string();
            assert!(message.contains(part), "{message}");
        }
    }
}
