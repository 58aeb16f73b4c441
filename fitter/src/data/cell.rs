//! A cell of a data file, classified by its text alone.

/// The content of a cell, whatever its column means.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Cell {
    /// Empty or `NaN`: missing in every column.
    Blank,
    /// `NA` or `?`: missing in a numeric column, but a level of a text column, where it may mean
    /// something.
    Mark,
    /// A number within the range of 32-bit floats; never `-0`.
    Number(f64),
    /// Any other text.
    Text,
}

impl Cell {
    /// Classifies a trimmed text, or returns the reason why no column may hold it.
    ///
    /// An infinity would make every mean infinite, and a device that reads `f32` has no larger
    /// number, so no column may hold either.
    pub(super) fn of(text: &str) -> Result<Cell, &'static str> {
        match text.parse::<f64>() {
            Ok(x) => Cell::of_number(x),
            Err(_) if text.is_empty() => Ok(Cell::Blank),
            Err(_) if matches!(text, "NA" | "?") => Ok(Cell::Mark),
            Err(_) => Ok(Cell::Text),
        }
    }

    /// Classifies a number, or returns the reason why no column may hold it.
    pub(super) fn of_number(x: f64) -> Result<Cell, &'static str> {
        match x {
            _ if x.abs() <= f64::from(f32::MAX) => Ok(Cell::Number(x + 0.0)),
            _ if x.is_nan() => Ok(Cell::Blank),
            _ => Err("is infinite, or beyond the range of 32-bit floats"),
        }
    }

    /// Returns the number, if the cell holds one.
    pub(super) fn number(self) -> Option<f64> {
        match self {
            Cell::Number(x) => Some(x),
            _ => None,
        }
    }
}

/// Returns true where a number is told apart from its neighbours: from 2^53 on, floats leave whole
/// numbers out.
pub(super) fn is_exact(number: f64) -> bool {
    number.abs() < 9_007_199_254_740_992.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_classified() {
        for (text, cell) in [
            ("", Cell::Blank),
            ("NaN", Cell::Blank),
            ("nan", Cell::Blank),
            ("NA", Cell::Mark),
            ("?", Cell::Mark),
            ("-12.5e-1", Cell::Number(-1.25)),
            ("+3", Cell::Number(3.0)),
            (".5", Cell::Number(0.5)),
            ("3.38e-005", Cell::Number(3.38e-5)),
            ("1e-400", Cell::Number(0.0)),
            ("3.4e38", Cell::Number(3.4e38)),
            ("0x10", Cell::Text),
            ("1 000", Cell::Text),
            ("3,5", Cell::Text),
            ("na", Cell::Text),
            ("-", Cell::Text),
        ] {
            assert_eq!(Cell::of(text), Ok(cell), "{text:?}");
        }
    }

    #[test]
    fn infinite_numbers_are_refused() {
        for text in ["inf", "-inf", "Infinity", "1e999", "-1e999", "3.5e38"] {
            assert!(Cell::of(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn negative_zero_becomes_zero() {
        let zero = Cell::of("-0.0").unwrap().number().unwrap();
        assert!(zero.is_sign_positive());
    }
}
