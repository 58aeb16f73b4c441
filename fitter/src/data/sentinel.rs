//! Numbers that stand for a missing value.

use super::note::one_or_many;
use super::table::Inputs;
use crate::error::text::shortest;

/// The fewest rows that hold a sentinel, so that it is no single slip.
const LEAST_ROWS: usize = 3;

/// Returns remarks on columns with a sentinel: a number of nines alone, such as -999, in several
/// rows, farther from all other values than these are apart.
pub(super) fn sentinels(inputs: &Inputs) -> Vec<String> {
    let found = inputs.found(sentinel);
    let one = |name: &str, (value, rows): &(f64, usize)| {
        let value = shortest(*value);
        format!("column {name:?} is {value} in {rows} rows, far from its other values; --na {value} makes them missing")
    };
    let many = |names| {
        let count = found.len();
        format!("{count} columns are a number such as 999 in some rows, which --na makes missing: {names}")
    };
    one_or_many(&found, one, many)
}

/// Returns the sentinel of a column and the number of its rows, if it has one.
fn sentinel(column: &[f64]) -> Option<(f64, usize)> {
    code(column, is_of_nines)
}

/// Returns the number at an end of a column that may be a code, with the number of its rows, where
/// these are several, and it is farther from all other values than these are apart.
pub(super) fn code(column: &[f64], may_be: impl Fn(f64) -> bool) -> Option<(f64, usize)> {
    let known = || column.iter().copied().filter(|x| !x.is_nan());
    let ends = [known().reduce(f64::min)?, known().reduce(f64::max)?];
    ends.into_iter().filter(|end| may_be(*end)).find_map(|end| {
        let others = || known().filter(|x| *x != end);
        let [low, high] = [others().reduce(f64::min)?, others().reduce(f64::max)?];
        let rows = known().filter(|x| *x == end).count();
        let gap = if end < low { low - end } else { end - high };
        (rows >= LEAST_ROWS && low < high && gap > high - low).then_some((end, rows))
    })
}

/// Returns whether a number is written with two nines or more, and nothing else.
pub(super) fn is_of_nines(x: f64) -> bool {
    let digits = x.abs().to_string();
    (2..=12).contains(&digits.len()) && digits.bytes().all(|digit| digit == b'9')
}

#[cfg(test)]
mod tests {
    use super::super::table::ColumnKind;
    use super::*;

    fn remarks(columns: &[Vec<f64>]) -> Vec<String> {
        sentinels(&Inputs {
            names: (0..columns.len()).map(|at| format!("x{at}")).collect(),
            kinds: vec![ColumnKind::Number; columns.len()],
            columns: columns.to_vec(),
        })
    }

    /// Forty numbers from -2 to 1.9, and one in the place of every so many.
    fn column(sentinel: f64, every: usize) -> Vec<f64> {
        (0..40).map(|row| if row % every == 0 { sentinel } else { (row as f64 - 20.0) / 10.0 }).collect()
    }

    #[test]
    fn numbers_of_nines_far_from_others_are_sentinels() {
        let told = remarks(&[column(-999.0, 10)]);
        assert_eq!(told, ["column \"x0\" is -999 in 4 rows, far from its other values; --na -999 makes them missing"]);
        assert_eq!(remarks(&[column(99.0, 10), column(999_999.0, 13)]).len(), 2);
        assert_eq!(remarks(&vec![column(9999.0, 10); 9]).len(), 1, "one sentence for many columns");
    }

    #[test]
    fn other_numbers_are_values() {
        let wide: Vec<f64> = (0..40).map(|row| 25.0 * f64::from(row) + if row == 39 { 24.0 } else { 0.0 }).collect();
        assert_eq!(wide[39], 999.0);
        let two = [[0.0, 99.0]; 20].concat();
        for column in [column(-998.0, 10), column(9.0, 10), column(-999.0, 39), wide, two, vec![999.0; 40], vec![]] {
            assert_eq!(remarks(&[column]), [""; 0]);
        }
    }

    #[test]
    fn nines_are_told_from_other_digits() {
        let nines = |digits: u32| 10.0_f64.powi(digits as i32) - 1.0;
        assert!((2..12).all(|digits| is_of_nines(nines(digits)) && is_of_nines(-nines(digits))));
        assert!((2..12).all(|digits| !is_of_nines(nines(digits) - 1.0) && !is_of_nines(nines(digits) + 1.0)));
        assert!([0.0, 9.0, 99.9, 1e300, f64::INFINITY].iter().all(|x| !is_of_nines(*x)));
    }
}
