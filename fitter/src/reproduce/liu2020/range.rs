//! The ranges that inputs are scaled to.

use nalgebra::DMatrix;

/// The range that inputs are scaled to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    /// Each input over all rows, to `[0, 1]`.
    Columns,
    /// Each input over all rows, to `[-1, 1]`.
    SignedColumns,
    /// Each row over all its inputs, to `[-1, 1]`.
    Rows,
}

impl Range {
    /// All ranges.
    pub const ALL: [Range; 3] = [Range::Columns, Range::SignedColumns, Range::Rows];

    /// Returns what follows the name of the data set.
    pub fn suffix(self) -> &'static str {
        match self {
            Range::Columns => "",
            Range::SignedColumns => "/signed",
            Range::Rows => "/rows",
        }
    }

    /// Scales `inputs x rows`; constants go to the lower end.
    pub fn scale(self, mut rows: DMatrix<f64>) -> DMatrix<f64> {
        let unit = |least: f64, most: f64, x: f64| if most > least { (x - least) / (most - least) } else { 0.0 };
        match self {
            Range::Columns | Range::SignedColumns => rows.row_iter_mut().for_each(|mut input| {
                let (least, most) = (input.min(), input.max());
                let place = |x: f64| unit(least, most, x);
                input.apply(|x| *x = if self == Range::Columns { place(*x) } else { 2.0 * place(*x) - 1.0 });
            }),
            Range::Rows => rows.column_iter_mut().for_each(|mut sample| {
                let (least, most) = (sample.min(), sample.max());
                sample.apply(|x| *x = 2.0 * unit(least, most, *x) - 1.0);
            }),
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_or_rows_fill_their_range() {
        let rows = DMatrix::from_column_slice(3, 3, &[1.0, 5.0, 2.0, 3.0, 5.0, 4.0, 2.0, 5.0, 2.0]);
        let columns = Range::Columns.scale(rows.clone());
        assert_eq!(columns.row(0).iter().copied().collect::<Vec<_>>(), [0.0, 1.0, 0.5]);
        assert_eq!(columns.row(1).amax(), 0.0);
        let signed = Range::SignedColumns.scale(rows.clone());
        assert_eq!(signed.row(0).iter().copied().collect::<Vec<_>>(), [-1.0, 1.0, 0.0]);
        let by_row = Range::Rows.scale(rows);
        assert_eq!(by_row.column(0).iter().copied().collect::<Vec<_>>(), [-1.0, 1.0, -0.5]);
    }
}
