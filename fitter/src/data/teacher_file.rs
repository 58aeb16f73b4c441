//! The file of a teacher.

use super::cell::Cell;
use super::dialect::{Dialect, FirstLine};
use super::file::{DataFile, STANDARD_INPUT};
use super::schema::Schema;
use super::teacher::{ROUNDING, Teacher};
use crate::error::Error;
use crate::error::text::shortened;
use std::path::Path;

impl Teacher {
    /// Opens the file of a teacher. Where nothing is said about first lines, its own may be names
    /// or not, whatever that of the training file is.
    ///
    /// # Errors
    /// Those of [`DataFile::open`].
    pub fn open(path: &Path, schema: &Schema) -> Result<DataFile, Error> {
        let with = |first_line| DataFile::open(path, &Dialect { first_line, ..schema.dialect.clone() });
        match schema.dialect.first_line {
            FirstLine::Auto if path != Path::new(STANDARD_INPUT) => match with(FirstLine::Data) {
                Ok(file) if begins_with_answers(&file, schema) => Ok(file),
                _ => with(FirstLine::Names),
            },
            // the labels of classes are often numbers
            FirstLine::Auto => with(FirstLine::Names),
            known => with(known),
        }
    }

    /// Reads what a teacher says of as many rows as the training data has.
    ///
    /// Of classes there is a column for each label, named by it or by `probability_LABEL` or
    /// `score_LABEL`, or as many columns as labels, in their order; of two classes, one column may
    /// stand for the second, or for the first where it has the name of that. Numbers outside of 0
    /// to 1 are scores, of which the softmax is taken; what rounding may have left there is not. Of
    /// values there is a column for each target, named by it or by `prediction_TARGET`, or in their
    /// order.
    ///
    /// # Errors
    /// [`Error::Data`] with the place, for other columns, another number of rows, a missing cell, a
    /// text, or probabilities that do not add up to 1.
    pub fn read(file: &DataFile, schema: &Schema, rows: usize, weight: f64) -> Result<Teacher, Error> {
        let names = names(schema);
        let is_class = schema.target.labels().is_some();
        let places = places(file, &names, is_class)?;
        let columns = numbers(file, &places)?;
        let found = columns.first().map_or(0, Vec::len);
        if found != rows {
            let what = format!("the teacher's file has {found} rows, the training data has {rows}");
            return Err(Error::data(file.path(), what));
        }
        let mut columns = if is_class { probabilities(file, columns)? } else { columns };
        // a single column that has the name of the first class is that of the first class
        if is_class && places.len() < names.len() && is_of(&file.header()[places[0]], names[0], &CLASS) {
            columns.reverse();
        }
        Ok(Teacher { columns, weight })
    }
}

/// The names of the classes, or of the targets.
fn names(schema: &Schema) -> Vec<&str> {
    match schema.target.labels() {
        Some(labels) => labels.iter().map(String::as_str).collect(),
        None => schema.target.names(),
    }
}

/// Returns whether the first line of a file holds numbers, one with a point at least, and none of
/// them is a name: whole numbers may be those of columns without a name.
fn begins_with_answers(file: &DataFile, schema: &Schema) -> bool {
    let (names, mut rows) = (names(schema), file.rows());
    let Ok(Some(row)) = rows.read() else { return false };
    let texts: Vec<_> = (0..file.header().len()).map(|column| row.text(column)).collect();
    let is_answer = |column: usize| matches!(row.cell(column), Ok(Cell::Number(_)));
    (0..texts.len()).all(is_answer)
        && texts.iter().any(|text| text.contains('.'))
        && !texts.iter().any(|text| names.contains(&text.trim()))
}

/// What may stand before a name in the header: of classes, and of values.
const CLASS: [&str; 3] = ["", "probability_", "score_"];
const VALUE: [&str; 2] = ["", "prediction_"];

/// Whether a column is named by a label or a target. Names that programs give to columns without
/// one, `0` and `c0`, say nothing.
fn is_of(column: &str, name: &str, prefixes: &[&str]) -> bool {
    let digits = column.strip_prefix('c').unwrap_or(column);
    let is_given = digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit());
    is_given && prefixes.iter().any(|prefix| column.strip_prefix(prefix) == Some(name))
}

/// The places of the columns for each name.
fn places(file: &DataFile, names: &[&str], is_class: bool) -> Result<Vec<usize>, Error> {
    let prefixes: &[&str] = if is_class { &CLASS } else { &VALUE };
    for prefix in prefixes {
        let named: Option<Vec<usize>> = names.iter().map(|name| file.column(&format!("{prefix}{name}"))).collect();
        if let Some(places) = named {
            return Ok(places);
        }
    }
    let header = file.header();
    let is_named = |column: &&String| names.iter().any(|name| is_of(column, name, prefixes));
    if header.len() > 1
        && let Some(known) = header.iter().find(is_named)
        && let Some(other) = header.iter().find(|column| !is_named(column))
    {
        let (known, other) = (shortened(known), shortened(other));
        let what = format!("the teacher has a column {known:?}, and {other:?}, which names none of the others");
        return Err(Error::data(file.path(), what));
    }
    let count = header.len();
    match count == names.len() || (is_class && names.len() == 2 && count == 1) {
        true => Ok((0..count).collect()),
        false => {
            let first = names.first().map(|name| shortened(name)).unwrap_or_default();
            let nouns = if is_class { "classes" } else { "targets" };
            let what = format!(
                "the teacher has {count} columns for {} {nouns}; it needs one for each, named by it, such as {first:?}",
                names.len()
            );
            Err(Error::data(file.path(), what))
        }
    }
}

/// The numbers of some columns, none of which is missing.
fn numbers(file: &DataFile, places: &[usize]) -> Result<Vec<Vec<f64>>, Error> {
    let mut columns = vec![Vec::new(); places.len()];
    let mut rows = file.rows();
    while let Some(row) = rows.read()? {
        for (column, &place) in columns.iter_mut().zip(places) {
            match row.cell(place)? {
                Cell::Number(number) => column.push(number),
                Cell::Blank | Cell::Mark => return Err(row.place(place).error("the teacher's answer is missing")),
                Cell::Text => return Err(row.place(place).error("is not a number")),
            }
        }
    }
    Ok(columns)
}

/// The probabilities of all classes: those in the columns, or the softmax of scores.
fn probabilities(file: &DataFile, mut columns: Vec<Vec<f64>>) -> Result<Vec<Vec<f64>>, Error> {
    let are_shares = columns.iter().flatten().all(|number| (-ROUNDING..=1.0 + ROUNDING).contains(number));
    if are_shares {
        columns.iter_mut().flatten().for_each(|number| *number = number.clamp(0.0, 1.0));
    }
    if let [second] = &columns[..] {
        let first = second.iter().map(|number| if are_shares { 1.0 - number } else { 0.0 }).collect();
        columns.insert(0, first);
    }
    let rows = columns.first().map_or(0, Vec::len);
    for row in 0..rows {
        let sum: f64 = if are_shares {
            columns.iter().map(|column| column[row]).sum()
        } else {
            let largest = columns.iter().map(|column| column[row]).fold(f64::NEG_INFINITY, f64::max);
            columns.iter_mut().for_each(|column| column[row] = (column[row] - largest).exp());
            columns.iter().map(|column| column[row]).sum()
        };
        if are_shares && (sum - 1.0).abs() > ROUNDING {
            let what = format!("row {}: the teacher's probabilities add up to {sum:.4}, not to 1", row + 1);
            return Err(Error::data(file.path(), what));
        }
        columns.iter_mut().for_each(|column| column[row] /= sum);
    }
    Ok(columns)
}

#[cfg(test)]
mod tests {
    use super::super::columns::Columns;
    use super::super::dialect::{Dialect, FirstLine};
    use super::*;
    use std::path::Path;

    fn file(text: &str) -> DataFile {
        DataFile::from_bytes(Path::new("t.csv"), text.into()).unwrap()
    }

    /// As the command reads it: the first line is a header, even one of numbers.
    fn teacher(train: &str, text: &str) -> Result<Vec<Vec<f64>>, String> {
        let train = file(train);
        let dialect = Dialect { first_line: FirstLine::Names, ..Dialect::default() };
        let file = |text: &str| DataFile::parse(Path::new("t.csv"), text.into(), &dialect).unwrap();
        let schema = Schema::learn(&train, &Columns::default()).unwrap().0;
        let rows = schema.read(&train).unwrap().rows();
        let read = Teacher::read(&file(text), &schema, rows, 0.5);
        read.map(|teacher| teacher.columns).map_err(|error| error.to_string())
    }

    const CLASSES: &str = "x,y\n1,a\n2,b\n3,c\n";
    const TWO: &str = "x,y\n1,no\n2,yes\n";
    const VALUES: &str = "x,y\n1,0.5\n2,1.5\n";

    #[test]
    fn columns_are_found_by_label_or_by_place() {
        let expected = Ok(vec![vec![0.5, 0.0, 0.25], vec![0.5, 1.0, 0.25], vec![0.0, 0.0, 0.5]]);
        assert_eq!(teacher(CLASSES, "c,a,b\n0,0.5,0.5\n0,0,1\n0.5,0.25,0.25\n"), expected);
        assert_eq!(
            teacher(CLASSES, "probability_b,n,probability_a,probability_c\n0.5,9,0.5,0\n1,9,0,0\n0.25,9,0.25,0.5\n"),
            expected
        );
        assert_eq!(teacher(CLASSES, "p,q,r\n0.5,0.5,0\n0,1,0\n0.25,0.25,0.5\n"), expected);
        assert_eq!(teacher(VALUES, "prediction\n0.75\n1.25\n"), Ok(vec![vec![0.75, 1.25]]));
    }

    #[test]
    fn one_column_is_that_of_the_second_class_and_scores_are_softmaxed() {
        assert_eq!(teacher(TWO, "p\n0.25\n1\n"), Ok(vec![vec![0.75, 0.0], vec![0.25, 1.0]]));
        let scores = teacher(TWO, "score\n0\n-2\n").unwrap();
        assert!((scores[1][0] - 0.5).abs() < 1e-12 && (scores[1][1] - 1.0 / (1.0 + 2f64.exp())).abs() < 1e-12);
        let three = teacher(CLASSES, "score_a,score_b,score_c\n800,800,0\n0,1,2\n5,5,5\n").unwrap();
        assert!((three[0][0] - 0.5).abs() < 1e-12 && (three[2][2] - 1.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn one_column_may_be_that_of_the_first_class_by_its_name() {
        for text in ["no\n0.75\n0\n", "probability_no\n0.75\n0\n", "yes\n0.25\n1\n", "p\n0.25\n1\n"] {
            assert_eq!(teacher(TWO, text), Ok(vec![vec![0.75, 0.0], vec![0.25, 1.0]]), "{text}");
        }
    }

    #[test]
    fn names_of_columns_without_one_say_nothing() {
        let expected = Ok(vec![vec![0.75, 0.0], vec![0.25, 1.0]]);
        assert_eq!(teacher("x,y\n1,0\n2,1\n", "0\n0.25\n1\n"), expected);
        assert_eq!(teacher("x,y\n1,c0\n2,c1\n", "c0\n0.25\n1\n"), expected);
        assert_eq!(teacher("x,y\n1,0\n2,1\n", "probability_0\n0.75\n0\n"), expected);
        assert_eq!(teacher("x,y\n1,c\n2,d\n", "c\n0.75\n0\n"), expected);
        let three = teacher("x,y\n1,1\n2,2\n3,3\n", "0,1,2\n0,1,0\n1,0,0\n0,0,1\n").unwrap();
        assert_eq!(three[1], [1.0, 0.0, 0.0]);
    }

    /// Two equal numbers are no two names.
    #[test]
    fn a_file_may_have_no_names() {
        let schema = Schema::learn(&file(TWO), &Columns::default()).unwrap().0;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.csv");
        let opened = |text: &str| {
            std::fs::write(&path, text).unwrap();
            Teacher::open(&path, &schema).map(|file| file.header().join(" "))
        };
        assert_eq!(opened("0.75,0.25\n0.5,0.5\n").unwrap(), "c0 c1");
        assert_eq!(opened("0.5,0.5\n0.75,0.25\n").unwrap(), "c0 c1");
        assert_eq!(opened("0,1\n0.75,0.25\n0.5,0.5\n").unwrap(), "0 1");
        assert_eq!(opened("no,yes\n0.75,0.25\n0.5,0.5\n").unwrap(), "no yes");
    }

    #[test]
    fn a_rounding_error_makes_no_scores_of_probabilities() {
        let expected = teacher(TWO, "no,yes\n0,1\n0.9,0.1\n");
        assert_eq!(teacher(TWO, "no,yes\n-0.0000001,1.0000001\n0.9,0.1\n"), expected);
    }

    #[test]
    fn what_no_teacher_says_is_refused_with_a_reason() {
        for (train, text, part) in [
            (TWO, "id,no\n1,0.5\n2,0.5\n", "has a column \"no\", and \"id\", which names none of the others"),
            (CLASSES, "p,q\n0,1\n0,1\n0,1\n", "has 2 columns for 3"),
            (CLASSES, "p,q,r\n0,0,1\n0,0,1\n", "file has 2 rows, the training data has 3"),
            (CLASSES, "p,q,r\n0,0,1\n0,0,1\n0,0.5,1\n", "row 3: the teacher's probabilities add up to 1.5"),
            (TWO, "p\n0.5\n\n0.5,\n", "the row has 2 cells"),
            (TWO, "p\nNaN\n0.5\n", "line 2 (row 1), column \"p\", value \"NaN\": the teacher's answer is missing"),
            (VALUES, "p\nhigh\n0.5\n", "value \"high\": is not a number"),
        ] {
            let message = teacher(train, text).unwrap_err();
            assert!(message.contains(part), "{message}");
        }
    }
}
