//! A remark on columns that look like names of recordings.

use crate::data::{Inputs, Schema};
use crate::error::text::{as_argument, shortened};
use std::collections::HashSet;

/// Returns a remark on a column that has each of its values, at least two, in a single run of rows,
/// none of them shorter than a window; of several columns on that with the most runs.
pub fn recordings_remark(schema: &Schema, samples: &Inputs, window: u16) -> Option<String> {
    let of_field = |field: usize| {
        let columns = schema.columns_of(&[field]).into_iter().map(|at| samples.columns[at].as_slice());
        Some((long_runs(&columns.collect::<Vec<_>>(), window)?, field))
    };
    // the first of several with as many runs
    let (_, field) = (0..schema.fields.len()).rev().filter_map(of_field).max_by_key(|(runs, _)| *runs)?;
    let name = &schema.fields[field].name;
    let (shown, argument) = (shortened(name), as_argument(name));
    Some(format!("column {shown:?} is constant for long runs: if it names recordings, --group {argument}"))
}

/// The number of runs of equal cells, if there are several, all are as long as a window, none has a
/// missing number, and all have different values.
fn long_runs(columns: &[&[f64]], window: u16) -> Option<usize> {
    let (mut seen, mut start, rows) = (HashSet::new(), 0, columns.first()?.len());
    for end in 1..=rows {
        if end < rows && columns.iter().all(|column| column[end] == column[end - 1]) {
            continue;
        }
        let value: Vec<u64> = columns.iter().map(|column| column[start].to_bits()).collect();
        if end - start < window.into() || columns.iter().any(|column| column[start].is_nan()) || !seen.insert(value) {
            return None;
        }
        start = end;
    }
    Some(seen.len()).filter(|runs| *runs > 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Columns, DataFile};
    use std::path::Path;

    /// The remark on a file of so many rows with windows of four samples.
    fn remark(header: &str, rows: usize, row: impl Fn(usize) -> String) -> Option<String> {
        let lines: String = (0..rows).map(|at| format!("{},{}\n", row(at), ["u", "v"][at / 2 % 2])).collect();
        let text = format!("{header},y\n{lines}");
        let file = DataFile::from_bytes(Path::new("t.csv"), text.into()).expect("a file");
        let columns = Columns { constant: true, ..Columns::default() };
        let (schema, _) = Schema::learn(&file, &columns).expect("a schema");
        recordings_remark(&schema, &schema.read(&file).expect("rows").inputs, 4)
    }

    fn told(name: &str) -> Option<String> {
        Some(format!("column {name:?} is constant for long runs: if it names recordings, --group {name}"))
    }

    #[test]
    fn columns_that_are_constant_for_long_runs_are_told() {
        let wave = |at: usize| at * 7 % 11;
        assert_eq!(remark("x,n", 12, |at| format!("{},{}", wave(at), at / 4)), told("n"));
        assert_eq!(remark("x,n", 12, |at| format!("{},r{}", wave(at), at / 4)), told("n"));
        assert_eq!(remark("x,n", 12, |at| format!("{},r{}", wave(at), at / 6)), told("n"));
        assert_eq!(remark("s,n,m", 12, |at| format!("{},{},{}", at / 8, at / 4, 2 - at / 4)), told("n"));
    }

    #[test]
    fn columns_with_short_or_equal_runs_are_not() {
        for row in [
            |at: usize| at / 3,       // shorter than a window
            |at: usize| at / 4 % 2,   // a value in two runs
            |_: usize| 1,             // one run
            |at: usize| (at + 2) / 4, // a short one at each end
        ] {
            assert_eq!(remark("x,n", 12, |at| format!("{},{}", at * 7 % 11, row(at))), None);
        }
        assert_eq!(remark("x,n", 12, |at| format!("{at},{}", ["", "1", "2"][at / 4])), None);
    }
}
