//! Tables, read from files by a schema.

use super::cell::Cell;
use super::columns;
use super::encoder::Encoder;
use super::file::DataFile;
use super::headless::has_lost_row;
use super::label::Labels;
use super::row::{Row, RowReader};
use super::schema::{Field, Schema, TargetKind};
use super::table::{Inputs, Table, Targets};
use super::target::TARGET_MISSING;
use super::values::Values;
use crate::error::text::{listed, shortened};
use crate::error::{Error, Place};
use std::mem::take;

/// The largest whole number up to which 64-bit floats have all.
const EXACT: i128 = 1 << 53;

impl Schema {
    /// Reads inputs and targets.
    ///
    /// Columns are matched by name, in any order; others are ignored. A text that is no level of
    /// its category has 0 in all indicators, so it counts as the first of two levels.
    ///
    /// # Errors
    /// [`Error::Data`] for a missing column, a file without rows, a ragged row, a text in a numeric
    /// column, a number that is not finite, or a target that is missing or no class of the schema.
    pub fn read(&self, file: &DataFile) -> Result<Table, Error> {
        let mut all = None;
        self.read_by(file, usize::MAX, &mut |table| {
            all = Some(table);
            Ok(())
        })?;
        all.ok_or_else(|| Error::no_rows(file.path()))
    }

    /// Reads inputs and targets, and passes on so many rows at a time, at last those that are left.
    ///
    /// # Errors
    /// Those of [`Schema::read`], but for a file without rows, and those of `each`.
    pub fn read_by(
        &self,
        file: &DataFile,
        most: usize,
        each: &mut dyn FnMut(Table) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (names, kinds, mut encoders) = (self.names(), self.kinds(), self.encoders(file)?);
        let mut reader = TargetReader::of(self, file)?;
        let mut columns = vec![Vec::new(); names.len()];
        let mut pass_on = |columns: &mut Vec<Vec<f64>>, reader: &mut TargetReader<'_>| {
            let columns = columns.iter_mut().map(take).collect();
            let inputs = Inputs { names: names.clone(), kinds: kinds.clone(), columns };
            each(Table::independent(inputs, reader.taken()))
        };
        let (mut rows, mut read) = (file.rows(), 0);
        while let Some(row) = rows.read()? {
            encoders.iter_mut().try_for_each(|encoder| encoder.push(&row, &mut columns))?;
            reader.read(&row)?;
            read += 1;
            if read == most {
                pass_on(&mut columns, &mut reader)?;
                read = 0;
            }
        }
        if read > 0 { pass_on(&mut columns, &mut reader) } else { Ok(()) }
    }

    /// Reads inputs only; the file needs neither the target nor rows.
    ///
    /// # Errors
    /// The errors of [`Schema::read`] that concern inputs.
    pub fn read_inputs(&self, file: &DataFile) -> Result<Inputs, Error> {
        let mut all = None;
        self.read_inputs_by(file, usize::MAX, &mut |inputs| {
            all = Some(inputs);
            Ok(())
        })?;
        Ok(all.unwrap_or_else(|| self.no_inputs()))
    }

    /// Reads inputs only, and passes on so many rows at a time, at last those that are left.
    ///
    /// # Errors
    /// Those of [`Schema::read_inputs`] and those of `each`.
    pub fn read_inputs_by(
        &self,
        file: &DataFile,
        most: usize,
        each: &mut dyn FnMut(Inputs) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut encoders = self.encoders(file)?;
        let (mut inputs, mut rows) = (self.no_inputs(), file.rows());
        while let Some(row) = rows.read()? {
            encoders.iter_mut().try_for_each(|encoder| encoder.push(&row, &mut inputs.columns))?;
            if inputs.rows() == most {
                each(std::mem::replace(&mut inputs, self.no_inputs()))?;
            }
        }
        if inputs.rows() > 0 { each(inputs) } else { Ok(()) }
    }

    /// The columns of no row.
    pub fn no_inputs(&self) -> Inputs {
        let names = self.names();
        Inputs { kinds: self.kinds(), columns: vec![Vec::new(); names.len()], names }
    }

    fn encoders(&self, file: &DataFile) -> Result<Vec<Encoder<'_>>, Error> {
        let mut first = 0;
        let mut encoders = Vec::new();
        for Field { name, kind } in &self.fields {
            let from = find(file, name)?;
            encoders.push(Encoder::new(kind, from, first));
            first += kind.width();
        }
        Ok(encoders)
    }
}

/// The reader of targets, and those that it has read.
enum TargetReader<'a> {
    Values { from: Vec<usize>, columns: Vec<Vec<f64>> },
    Classes { from: usize, labels: &'a [String], known: Labels<'a>, index: Vec<u32> },
}

impl<'a> TargetReader<'a> {
    fn of(schema: &'a Schema, file: &'a DataFile) -> Result<TargetReader<'a>, Error> {
        let from = schema.target.names().into_iter().map(|name| find(file, name)).collect::<Result<Vec<usize>, _>>()?;
        Ok(match &schema.target.kind {
            TargetKind::Value => TargetReader::Values { columns: vec![Vec::new(); from.len()], from },
            TargetKind::Class { labels } => {
                let known = Labels::new(labels, file.cells());
                TargetReader::Classes { from: from[0], labels, known, index: Vec::new() }
            }
        })
    }

    fn read(&mut self, row: &Row) -> Result<(), Error> {
        match self {
            TargetReader::Values { from, columns } => {
                columns.iter_mut().zip(from).try_for_each(|(values, column)| push(values, value(row, *column)))
            }
            TargetReader::Classes { from, known, index, .. } => push(index, known.index(row, *from)),
        }
    }

    /// Takes the targets out.
    fn taken(&mut self) -> Targets {
        match self {
            TargetReader::Values { columns, .. } => {
                Targets::Values(Values::new(columns.iter_mut().map(take).collect()))
            }
            TargetReader::Classes { labels, index, .. } => {
                Targets::Classes { labels: labels.to_vec(), index: take(index) }
            }
        }
    }
}

impl DataFile {
    /// Returns an error about a row, numbered from 0.
    pub(crate) fn at(&self, row: u64, what: &str) -> Error {
        Place { path: self.path().to_owned(), row: Some(row + 1), ..Place::default() }.error(what)
    }

    /// Returns the texts of columns, each with its name, as they stand in the file.
    ///
    /// # Errors
    /// [`Error::Usage`] where a column is missing, and [`Error::Data`] for a damaged row or a
    /// column whose values are not read.
    pub fn texts(&self, names: &[String], option: &str) -> Result<Vec<(String, Vec<String>)>, Error> {
        Texts::of(self, names, option)?.next(usize::MAX)
    }
}

/// The texts of columns as they stand in a file, some rows after the others.
pub struct Texts<'a> {
    file: &'a DataFile,
    columns: Vec<usize>,
    rows: RowReader<'a>,
}

impl<'a> Texts<'a> {
    /// The texts of columns from the first row on; `option` names them.
    ///
    /// # Errors
    /// Those of [`DataFile::texts`] that concern columns.
    pub fn of(file: &'a DataFile, names: &[String], option: &str) -> Result<Texts<'a>, Error> {
        let columns = names.iter().map(|name| columns::find(file, option, name)).collect::<Result<Vec<_>, Error>>()?;
        let refused = columns.iter().find_map(|column| Some((*column, file.source().refusal(*column)?)));
        match refused {
            Some((column, what)) => Err(file.at_column(column, format!("{what}; leave it out of {option}"))),
            None => Ok(Texts { file, columns, rows: file.rows() }),
        }
    }

    /// Returns the texts of the next rows, at most so many, by the name of each column.
    ///
    /// # Errors
    /// [`Error::Data`] for a damaged row.
    pub fn next(&mut self, most: usize) -> Result<Vec<(String, Vec<String>)>, Error> {
        let (mut texts, mut left) = (vec![Vec::new(); self.columns.len()], most);
        while left > 0
            && !self.columns.is_empty()
            && let Some(row) = self.rows.read()?
        {
            texts.iter_mut().zip(&self.columns).for_each(|(texts, &column)| texts.push(row.text(column).into_owned()));
            left -= 1;
        }
        Ok(self.columns.iter().map(|&column| self.file.name(column).to_owned()).zip(texts).collect())
    }
}

impl DataFile {
    /// Returns the times in a column, of which none is missing: since the first one, where that is
    /// a whole number beyond the exact ones of 64-bit floats.
    ///
    /// # Errors
    /// [`Error::Data`] with the place, where the column or a time is missing, or one is a text.
    pub fn times(&self, name: &str) -> Result<Vec<f64>, Error> {
        let column = self.column(name.trim()).ok_or_else(|| {
            let place = Place { path: self.path().to_owned(), column: Some(name.to_owned()), ..Place::default() };
            place.error("the file lacks the column of times")
        })?;
        let (mut times, mut origin) = (Vec::new(), None);
        let mut rows = self.rows();
        while let Some(row) = rows.read()? {
            let time = match row.cell(column)? {
                Cell::Number(time) => time,
                Cell::Blank | Cell::Mark => return Err(row.place(column).error("the time is missing")),
                Cell::Text => return Err(row.place(column).error("the time is not a number")),
            };
            let whole: Option<i128> = row.text(column).parse().ok();
            let origin = *origin.get_or_insert(whole.filter(|first| first.abs() > EXACT).unwrap_or(0));
            times.push(whole.map_or(time - origin as f64, |whole| whole.saturating_sub(origin) as f64));
        }
        Ok(times)
    }

    /// Returns the place of a cell, by the name of its column and the position of its row.
    ///
    /// # Errors
    /// [`Error::Data`] as where the file was read first.
    pub fn place(&self, name: &str, row: usize) -> Result<Place, Error> {
        let whole = Place { path: self.path().to_owned(), column: Some(name.to_owned()), ..Place::default() };
        let Some(column) = self.column(name.trim()) else { return Ok(whole) };
        let mut rows = self.rows();
        for _ in 0..row {
            rows.read()?;
        }
        Ok(rows.read()?.map_or(whole, |row| row.place(column)))
    }
}

fn value(row: &Row, column: usize) -> Result<f64, Error> {
    match row.cell(column)? {
        Cell::Number(x) => Ok(x),
        Cell::Blank | Cell::Mark => Err(row.place(column).error(TARGET_MISSING)),
        Cell::Text => Err(row.place(column).error("is not a number")),
    }
}

fn push<T>(into: &mut Vec<T>, item: Result<T, Error>) -> Result<(), Error> {
    into.push(item?);
    Ok(())
}

fn find(file: &DataFile, name: &str) -> Result<usize, Error> {
    file.learned_column(name).ok_or_else(|| {
        let place = Place { path: file.path().to_owned(), column: Some(name.to_owned()), ..Place::default() };
        let header: Vec<String> = file.header().iter().map(|name| format!("{:?}", shortened(name))).collect();
        let what = match &header[..] {
            [only] if only.contains([',', ';']) => {
                format!("it has only {only}: are its cells separated by a comma? --decimal . reads them")
            }
            names => format!("it has {}{}", listed(names, 5), lost_header(file)),
        };
        place.error(format!("the file lacks this column, which the training file had; {what}"))
    })
}

/// A hint on a first line that is a row of data, as a model learned from names does not expect.
fn lost_header(file: &DataFile) -> &'static str {
    match has_lost_row(file) {
        true => "; the first line looks like a row of data: put the names of the columns above it",
        false => "",
    }
}

#[cfg(test)]
mod tests {
    use super::super::columns::{Columns, Task};
    use super::*;
    use crate::data::ColumnKind;
    use std::path::Path;

    const TRAINING: &str = "x,sex,c,y\n1,m,u,10\n2,f,v,20\n3,m,w,30\n";

    fn file(text: &str) -> DataFile {
        DataFile::from_bytes(Path::new("t.csv"), text.into()).unwrap()
    }

    fn schema(task: Task) -> Schema {
        let said = Columns { task, ..Columns::default() };
        Schema::learn(&file(TRAINING), &said).unwrap().0
    }

    #[test]
    fn fields_are_encoded_as_numbers() {
        let table = schema(Task::Classification).read(&file(TRAINING)).unwrap();
        assert_eq!(table.inputs.names, ["x", "sex=m", "c=u", "c=v", "c=w"]);
        let [number, text] = [ColumnKind::Number, ColumnKind::Indicator];
        assert_eq!(table.inputs.kinds, [number, text, text, text, text]);
        let expected = [[1.0, 2.0, 3.0], [1.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        assert_eq!(table.inputs.columns, expected);
        let labels = vec!["10".to_owned(), "20".to_owned(), "30".to_owned()];
        let index = vec![0, 1, 2];
        assert_eq!(table.targets, Targets::Classes { labels, index });
    }

    #[test]
    fn columns_are_matched_by_name() {
        let text = "extra;y;c;sex;x\ninf;7.5;w;?;5\nb;-1;;f;NA\n";
        let table = schema(Task::Regression).read(&file(text)).unwrap();
        assert_eq!(table.targets, Targets::Values(vec![7.5, -1.0].into()));
        let columns = &table.inputs.columns;
        assert_eq!(columns[0][0], 5.0);
        assert!(columns[0][1].is_nan());
        assert_eq!(columns[1], [0.0, 0.0]);
        let first: Vec<f64> = columns[2..].iter().map(|column| column[0]).collect();
        assert_eq!(first, [0.0, 0.0, 1.0]);
        assert!(columns[2..].iter().all(|column| column[1].is_nan()));
    }

    #[test]
    fn an_unknown_level_indicates_nothing() {
        let inputs = schema(Task::Auto).read_inputs(&file("x,sex,c\n1,diverse,z\n")).unwrap();
        let cells: Vec<f64> = inputs.columns.iter().map(|column| column[0]).collect();
        assert_eq!(cells, [1.0, 0.0, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn inputs_need_neither_target_nor_rows() {
        let none = schema(Task::Auto).read_inputs(&file("x,sex,c\n")).unwrap();
        assert_eq!((none.rows(), none.columns.len()), (0, 5));
        let one = schema(Task::Auto).read_inputs(&file("x,sex,c,y\n1,m,u,nonsense\n")).unwrap();
        assert_eq!(one.rows(), 1);
    }

    #[test]
    fn files_that_do_not_fit_the_schema_are_refused_with_a_reason() {
        for (task, text, part) in [
            (Task::Auto, "x,c,y\n1,u,10\n", "t.csv, column \"sex\": the file lacks this column"),
            (Task::Auto, "x,sex,c\n1,m,u\n", "t.csv, column \"y\": the file lacks this column"),
            (
                Task::Auto,
                "4,m,u,10\n5,m,v,20\n6,f,u,10\n",
                "looks like a row of data: put the names of the columns above",
            ),
            (Task::Auto, "x,sex,c,y\n", "t.csv: the file has a header, but no rows"),
            (Task::Auto, "x,sex,c,y\n1,m,u,11\n", "line 2 (row 1), column \"y\", value \"11\": is not a class"),
            (Task::Auto, "x,sex,c,y\none,m,u,10\n", "line 2 (row 1), column \"x\", value \"one\": is not a number"),
            (Task::Auto, "x,sex,c,y\ninf,m,u,10\n", "column \"x\", value \"inf\": is infinite"),
            (Task::Auto, "x,sex,c,y\n1,m,u,\n", "column \"y\", value \"\": the target is missing"),
            (Task::Regression, "x,sex,c,y\n1,m,u,NaN\n", "value \"NaN\": the target is missing"),
            (Task::Regression, "x,sex,c,y\n1,m,u,z\n", "column \"y\", value \"z\": is not a number"),
            (Task::Auto, "x,sex,c,y\n1,m,u\n", "line 2 (row 1): the row has 3 cells, the header has 4"),
        ] {
            let message = schema(task).read(&file(text)).unwrap_err().to_string();
            assert!(message.contains(part), "{message}");
        }
    }
}
