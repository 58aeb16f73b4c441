//! How the text of a file is read: its first line, its decimal sign, its codes of missing values.

use super::cell::Cell;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// How the text of a file is read, as far as the file does not say so itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dialect {
    /// The meaning of the first line.
    #[serde(default)]
    pub first_line: FirstLine,
    /// The decimal sign; `None` for a point, where texts that look like numbers with a comma are
    /// refused.
    #[serde(default)]
    pub decimal: Option<Decimal>,
    /// The codes that stand for a missing value in every column, beside empty cells and NaN. A
    /// number stands for all its spellings.
    #[serde(default)]
    pub missing: Vec<String>,
}

/// The meaning of the first line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstLine {
    /// The names of the columns; a line that looks like a row of data is refused.
    #[default]
    Auto,
    /// The names of the columns, whatever they look like.
    Names,
    /// A row of data; the columns are named `c0`, `c1`, ….
    Data,
}

/// The decimal sign of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decimal {
    /// A point.
    Point,
    /// A comma; a point is then part of no number.
    Comma,
}

impl FromStr for Decimal {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "." | "point" => Ok(Decimal::Point),
            "," | "comma" => Ok(Decimal::Comma),
            _ => Err("not . or ,".to_owned()),
        }
    }
}

impl Dialect {
    /// Returns true if nothing is said about the file.
    pub fn is_default(&self) -> bool {
        *self == Dialect::default()
    }

    /// Returns true if numbers have a decimal comma.
    pub(super) fn has_comma(&self) -> bool {
        self.decimal == Some(Decimal::Comma)
    }
}

/// The reader of cells: a [`Dialect`] with its codes parsed.
#[derive(Debug)]
pub(super) struct CellReader {
    comma: bool,
    texts: Vec<String>,
    numbers: Vec<f64>,
}

impl CellReader {
    pub(super) fn new(dialect: &Dialect) -> CellReader {
        let comma = dialect.has_comma();
        let texts: Vec<String> = dialect.missing.iter().map(|code| code.trim().to_owned()).collect();
        let numbers = texts.iter().filter_map(|code| classified(code, comma).ok()?.number()).collect();
        CellReader { comma, texts, numbers }
    }

    /// Returns true if there are codes of missing values.
    pub(super) fn has_codes(&self) -> bool {
        !self.texts.is_empty()
    }

    /// Classifies a trimmed text, or returns the reason why no column may hold it.
    pub(super) fn cell(&self, text: &str) -> Result<Cell, &'static str> {
        if self.texts.iter().any(|code| code == text) {
            return Ok(Cell::Blank);
        }
        Ok(self.known(classified(text, self.comma)?))
    }

    /// Classifies a number of a file that holds numbers, or returns the reason why no column may
    /// hold it.
    pub(super) fn number(&self, number: f64) -> Result<Cell, &'static str> {
        Ok(self.known(Cell::of_number(number)?))
    }

    /// Returns a cell, blank where its number is a code.
    fn known(&self, cell: Cell) -> Cell {
        match cell {
            Cell::Number(number) if self.numbers.contains(&number) => Cell::Blank,
            cell => cell,
        }
    }
}

/// Classifies a text by the decimal sign of its file.
fn classified(text: &str, comma: bool) -> Result<Cell, &'static str> {
    match comma {
        true if text.contains('.') => Ok(Cell::Text),
        true if text.contains(',') => Cell::of(&text.replace(',', ".")),
        _ => Cell::of(text),
    }
}

/// Returns true for a number with a decimal comma, such as `-3,5`.
pub(super) fn has_decimal_comma(text: &str) -> bool {
    text.bytes().filter(|&byte| byte == b',').count() == 1
        && !text.contains('.')
        && matches!(Cell::of(&text.replace(',', ".")), Ok(Cell::Number(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reader(decimal: Option<Decimal>, missing: &[&str]) -> CellReader {
        let missing = missing.iter().map(|&code| code.to_owned()).collect();
        CellReader::new(&Dialect { decimal, missing, ..Dialect::default() })
    }

    #[test]
    fn numbers_are_read_by_their_decimal_sign() {
        let (point, comma) = (reader(None, &[]), reader(Some(Decimal::Comma), &[]));
        assert_eq!((point.cell("3,5"), comma.cell("3,5")), (Ok(Cell::Text), Ok(Cell::Number(3.5))));
        assert_eq!((point.cell("3.5"), comma.cell("3.5")), (Ok(Cell::Number(3.5)), Ok(Cell::Text)));
        assert_eq!((comma.cell("1,2,3"), comma.cell("7")), (Ok(Cell::Text), Ok(Cell::Number(7.0))));
        assert!(["3,5", "-,5", "1,5e3"].into_iter().all(has_decimal_comma));
        assert!(!["3.5", "1.000,5", "1,2,3", "a,b", "", ","].into_iter().any(has_decimal_comma));
    }

    #[test]
    fn codes_are_missing_in_every_spelling() {
        let reader = reader(None, &["-200", "?", " none"]);
        for text in ["-200", "-200.0", "-2e2", "?", "none", ""] {
            assert_eq!(reader.cell(text), Ok(Cell::Blank), "{text}");
        }
        assert_eq!((reader.cell("200"), reader.cell("NA")), (Ok(Cell::Number(200.0)), Ok(Cell::Mark)));
    }
}
