//! The first pass over a training file, which counts what each column holds.

use super::cell::Cell;
use super::dialect::{Dialect, has_decimal_comma};
use super::file::DataFile;
use super::row::Row;
use super::time::{are_nearly_all, is_time};
use crate::error::text::as_argument;
use crate::error::{Error, Place};

/// The least range of numbers that 32-bit floats tell apart, in steps of these.
const STEPS: f64 = 64.0;

/// The tally of each column, by position; columns that were not asked for stay at zero.
pub(super) struct Survey {
    pub(super) rows: u64,
    pub(super) columns: Vec<Tally>,
}

/// The counts of a column's cells.
#[derive(Default)]
pub(super) struct Tally {
    /// The number of cells that are missing in any column.
    pub(super) blanks: u64,
    /// The number of cells that are missing in a numeric column.
    pub(super) marks: u64,
    numbers: u64,
    texts: u64,
    /// The number of texts that are numbers with a decimal comma.
    commas: u64,
    /// The number of texts that are dates or times.
    times: u64,
    /// The first number.
    pub(super) number: Option<f64>,
    /// The least and the greatest number.
    pub(super) range: Option<[f64; 2]>,
    /// The largest number, without its sign.
    pub(super) largest: f64,
    /// Whether another number differs from the first.
    pub(super) varies: bool,
    /// Whether a number is not an integer.
    pub(super) fractions: bool,
    /// The places of the first blank, mark and text.
    pub(super) blank: Option<Place>,
    pub(super) mark: Option<Place>,
    pub(super) text: Option<Place>,
}

/// The nature of a column, by its cells.
#[derive(Debug, PartialEq)]
pub(super) enum Nature {
    /// No cell has a value.
    Empty,
    /// All values are numbers.
    Number,
    /// At least 90 % of the values are numbers, but not all: a slip rather than a text column.
    Slip,
    /// More than 10 % of the values are texts.
    Text,
}

impl Survey {
    /// Counts the cells of the given columns.
    pub(super) fn of(file: &DataFile, columns: &[usize]) -> Result<Survey, Error> {
        let count = columns.iter().map(|column| column + 1).max().unwrap_or(0).max(file.header().len());
        let mut survey = Survey { rows: 0, columns: (0..count).map(|_| Tally::default()).collect() };
        let mut rows = file.rows();
        while let Some(row) = rows.read()? {
            survey.rows += 1;
            for &column in columns {
                survey.columns[column].add(&row, column)?;
            }
        }
        Ok(survey)
    }
}

impl Tally {
    fn add(&mut self, row: &Row, column: usize) -> Result<(), Error> {
        let (count, first) = match row.cell(column)? {
            Cell::Number(x) => {
                self.add_number(x);
                return Ok(());
            }
            Cell::Blank => (&mut self.blanks, &mut self.blank),
            Cell::Mark => (&mut self.marks, &mut self.mark),
            Cell::Text => {
                let text = row.text(column);
                self.commas += u64::from(has_decimal_comma(&text));
                self.times += u64::from(is_time(&text));
                (&mut self.texts, &mut self.text)
            }
        };
        *count += 1;
        first.get_or_insert_with(|| row.place(column));
        Ok(())
    }

    /// The tally of numbers alone; NaN is none.
    pub(super) fn of_numbers(numbers: &[f64]) -> Tally {
        let mut tally = Tally::default();
        numbers.iter().filter(|x| !x.is_nan()).for_each(|x| tally.add_number(*x));
        tally
    }

    fn add_number(&mut self, x: f64) {
        self.numbers += 1;
        self.largest = self.largest.max(x.abs());
        let [low, high] = self.range.unwrap_or([x, x]);
        self.range = Some([low.min(x), high.max(x)]);
        self.varies |= *self.number.get_or_insert(x) != x;
        self.fractions |= x.fract() != 0.0;
    }

    /// Returns how far apart the numbers lie at most, and 32-bit floats of their size.
    pub(super) fn resolution(&self) -> [f64; 2] {
        let [low, high] = self.range.unwrap_or_default();
        let largest = self.largest as f32;
        [high - low, f64::from(largest) - f64::from(largest.next_down())]
    }

    /// Returns whether 32-bit floats hardly tell the numbers apart.
    pub(super) fn is_coarse(&self) -> bool {
        let [range, step] = self.resolution();
        range < STEPS * step
    }

    pub(super) fn nature(&self) -> Nature {
        match (self.numbers, self.texts) {
            (0, 0) => Nature::Empty,
            (_, 0) => Nature::Number,
            (numbers, texts) if numbers >= 9 * texts => Nature::Slip,
            _ => Nature::Text,
        }
    }

    /// Returns whether nearly all values are dates or times.
    pub(super) fn holds_times(&self) -> bool {
        are_nearly_all(self.times, self.numbers + self.texts)
    }

    /// Returns the first text among what are mostly numbers.
    pub(super) fn odd_text(&self) -> Option<&str> {
        self.text.as_ref().filter(|_| self.numbers > self.texts)?.value.as_deref()
    }

    /// Returns an error about the first text if nearly all texts are numbers with a decimal comma,
    /// and the decimal sign is not known.
    pub(super) fn refuse_commas(&self, dialect: &Dialect) -> Result<(), Error> {
        match &self.text {
            Some(place) if dialect.decimal.is_none() && 10 * self.commas >= 9 * self.texts => {
                let is_thousands = place.value.as_deref().is_some_and(has_three_behind_comma);
                let what = match is_thousands {
                    true => "has a comma: pass --decimal , for a decimal comma, or remove those between thousands",
                    false => "has a decimal comma: pass --decimal , for such numbers, or --decimal . if it is a text",
                };
                Err(place.clone().error(what))
            }
            _ => Ok(()),
        }
    }

    /// Returns an error about the first text, if the column is a slip.
    pub(super) fn refuse_slip(&self) -> Result<(), Error> {
        let Some((place, is)) = self.slip() else { return Ok(()) };
        let value = place.value.as_deref().map(as_argument).unwrap_or_default();
        Err(place.error(format!("{is}: mend it, or --na {value} makes such cells missing")))
    }

    /// Returns the place of the first text, and what is wrong with it, if the column is a slip.
    pub(super) fn slip(&self) -> Option<(Place, String)> {
        let place = self.text.as_ref().filter(|_| self.nature() == Nature::Slip)?;
        Some((place.clone(), format!("is not a number, though {} % of the column are", self.share_of_numbers())))
    }

    /// Returns how many values in a hundred are numbers, rounded down, since 100.0 % would
    /// contradict itself.
    pub(super) fn share_of_numbers(&self) -> String {
        let mille = 1000 * self.numbers / (self.numbers + self.texts).max(1);
        format!("{}.{}", mille / 10, mille % 10)
    }
}

/// Returns true where a comma may stand between thousands, as in `6,486`.
fn has_three_behind_comma(text: &str) -> bool {
    text.split_once(',').is_some_and(|(before, behind)| behind.len() == 3 && !before.starts_with('0'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn survey(text: &str) -> Result<Survey, Error> {
        let file = DataFile::from_bytes(Path::new("t.csv"), text.into()).unwrap();
        Survey::of(&file, &[0])
    }

    fn tally(cells: &str) -> Tally {
        let rows = cells.replace(' ', ",x\n");
        survey(&format!("a,b\n{rows},x\n")).unwrap().columns.remove(0)
    }

    #[test]
    fn natures_are_classified() {
        for (cells, nature) in [
            ("1 2.5 NA ? nan  3", Nature::Number),
            ("NA ?  nan", Nature::Empty),
            ("1 2 3 4 5 6 7 8 9 x", Nature::Slip),
            ("1 2 3 4 5 6 7 8 ? x", Nature::Text),
            ("a b", Nature::Text),
        ] {
            assert_eq!(tally(cells).nature(), nature, "{cells}");
        }
    }

    #[test]
    fn cells_are_counted_and_the_first_of_each_is_located() {
        let tally = tally("7 NA 7.0  ? nan -0 x");
        assert_eq!((tally.blanks, tally.marks, tally.numbers), (2, 2, 3));
        assert_eq!((tally.number, tally.varies, tally.fractions), (Some(7.0), true, false));
        assert_eq!(tally.blank.unwrap().line, Some(5));
        assert_eq!(tally.mark.unwrap().line, Some(3));
        assert_eq!(tally.text.unwrap().line, Some(9));
    }

    #[test]
    fn equal_numbers_do_not_vary() {
        assert!(!tally("1 1.0 1e0 NA").varies);
        assert!(tally("0.5 0.5").fractions);
    }

    #[test]
    fn slips_are_refused_with_their_place() {
        let numbers = "1 ".repeat(2999);
        let message = tally(&format!("{numbers}12o")).refuse_slip().unwrap_err().to_string();
        let expected = "t.csv, line 3001 (row 3000), column \"a\", value \"12o\": \
                        is not a number, though 99.9 % of the column are: mend it, or --na 12o makes such cells missing";
        assert_eq!(message, expected);
        assert!(tally("1 x").refuse_slip().is_ok());
    }

    #[test]
    fn other_columns_are_not_surveyed() {
        assert!(survey("a,b\n1,inf\n").is_ok());
        assert!(survey("a,b\ninf,1\n").is_err());
    }
}
