//! A first line that is a row of data rather than a header.

use super::cell::Cell;
use super::dialect::FirstLine;
use super::file::DataFile;
use super::header;
use super::row::Row;
use crate::error::Error;
use std::collections::HashSet;

/// The most texts of a column that are compared with each other.
const DISTINCT: usize = 1_000;

/// Refuses a first line that looks like a row of data: each of its cells is a number, or one of the
/// texts of its column.
///
/// A text in a column of numbers is a name, and so is a text in a column of other texts that
/// repeat. Columns without a repetition, such as identifiers, decide nothing. Returns a remark
/// where a name stands among numbers.
///
/// # Errors
/// [`Error::Data`], naming the options that say what the line is.
pub(super) fn refuse_lost_row(file: &DataFile) -> Result<Option<String>, Error> {
    if !may_be_row(file) {
        return Ok(None);
    }
    let columns = columns(file)?;
    if is_row(&columns) {
        return Err(lost_row(file));
    }
    let (numbers, all) = (columns.iter().filter(|column| column.is_number).count(), columns.len());
    let remark =
        || format!("{numbers} of {all} columns are named by numbers; --no-header takes the first line as data");
    Ok((2 * numbers > all).then(remark))
}

/// Returns whether the first line of a file looks like a row of data.
pub(super) fn has_lost_row(file: &DataFile) -> bool {
    may_be_row(file) && columns(file).is_ok_and(|columns| is_row(&columns))
}

/// Returns whether nothing says what the first line is.
fn may_be_row(file: &DataFile) -> bool {
    file.dialect().first_line == FirstLine::Auto && file.source().has_first_line()
}

/// Reads columns until one certainly has a name.
fn columns(file: &DataFile) -> Result<Vec<Column<'_>>, Error> {
    let names = file.header().iter().enumerate();
    let mut columns: Vec<Column> = names.map(|(at, name)| Column::new(file, at, name)).collect();
    let mut rows = file.rows();
    while !columns.iter().any(Column::is_named)
        && let Some(row) = rows.read()?
    {
        columns.iter_mut().enumerate().for_each(|(at, column)| column.add(&row, at));
    }
    Ok(columns)
}

/// Returns whether the first cells of columns are values of theirs.
fn is_row(columns: &[Column<'_>]) -> bool {
    !columns.iter().any(Column::has_name) && columns.iter().any(Column::has_value)
}

/// The error about a first line that looks like a row of data.
fn lost_row(file: &DataFile) -> Error {
    Error::data(
        file.path(),
        "the first line looks like a row of data, not like names: pass --no-header if it is one, \
         or --header if its cells are names",
    )
}

/// The first cell of a column, and what the cells below say about it.
struct Column<'a> {
    first: &'a str,
    /// Whether the first cell is a number, and whether it is empty.
    is_number: bool,
    is_empty: bool,
    /// The number of numbers below.
    numbers: usize,
    /// Whether the first cell occurs below.
    occurs: bool,
    /// The texts below, and whether one of them repeats.
    seen: HashSet<String>,
    repeats: bool,
}

impl<'a> Column<'a> {
    fn new(file: &DataFile, at: usize, first: &'a str) -> Column<'a> {
        let is_number = !matches!(file.cells().cell(first), Ok(Cell::Text | Cell::Mark));
        let is_empty = first == header::unnamed(at);
        Column { first, is_number, is_empty, numbers: 0, occurs: false, seen: HashSet::new(), repeats: false }
    }

    fn add(&mut self, row: &Row, at: usize) {
        let text = row.text(at);
        match row.cell(at) {
            Ok(Cell::Number(_)) | Err(_) => self.numbers += 1,
            Ok(Cell::Blank) => {}
            Ok(Cell::Mark | Cell::Text) => {
                self.occurs |= text == self.first;
                if !self.repeats && self.seen.len() < DISTINCT {
                    self.repeats = !self.seen.insert(text.into_owned());
                }
            }
        }
    }

    /// Returns true as soon as the first cell is certainly a name.
    fn is_named(&self) -> bool {
        !self.is_number && !self.is_empty && self.numbers > 0
    }

    /// Returns true if the first cell is a name rather than a value of the column.
    fn has_name(&self) -> bool {
        self.is_named() || (!self.is_number && !self.is_empty && !self.occurs && self.repeats)
    }

    /// Returns true if the first cell is a value of the column rather than a name.
    fn has_value(&self) -> bool {
        if self.is_number { self.numbers > 0 } else { self.occurs }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn is_refused(text: &str) -> bool {
        let file = DataFile::from_bytes(Path::new("t.csv"), text.into()).unwrap();
        refuse_lost_row(&file).is_err()
    }

    #[test]
    fn names_among_numbers_are_remarked_on() {
        let remark =
            |text: &str| refuse_lost_row(&DataFile::from_bytes(Path::new("t.csv"), text.into()).unwrap()).unwrap();
        let found = remark("5.1,3.5,rare\n4.9,3,u\n7,3.2,v\n6,3,u\n").unwrap();
        assert!(found.starts_with("2 of 3 columns are named by numbers; --no-header"));
        assert_eq!(remark("a,b,y\n4.9,3,u\n7,3.2,v\n"), None);
    }

    #[test]
    fn rows_of_data_are_told_from_names() {
        for text in [
            "5.1,3.5,setosa\n4.9,3,setosa\n7,3.2,virginica\n",
            "p,x,s\ne,x,s\np,y,s\ne,x,t\n",
            "id1,5.1,a\nid2,4.9,a\nid3,4,b\n",
            "1.5,,yes\n2,7,no\n3,8,yes\n",
        ] {
            assert!(is_refused(text), "{text}");
        }
        for text in [
            "a,b,y\n5.1,3.5,setosa\n",
            "400,401,402,kind\n1,2,3,a\n4,5,6,b\n1,2,3,a\n",
            "400,401,y\n1,2,3\n4,5,6\n",
            "name,colour\nx,red\ny,red\n",
            "yes,no\n",
        ] {
            assert!(!is_refused(text), "{text}");
        }
    }
}
