//! Cells of a file as numbers.

use super::boolean::boolean;
use super::cell::Cell;
use super::dialect::has_decimal_comma;
use super::row::Row;
use super::schema::Kind;
use crate::error::{Error, text::as_argument};

/// The encoder of a field as numbers.
pub(super) struct Encoder<'a> {
    kind: &'a Kind,
    /// The column in the file.
    from: usize,
    /// The first numeric column of the field.
    first: usize,
    seen: Seen,
}

/// What a column of numbers has held: booleans are numbers where nothing but 0 and 1 is beside
/// them.
#[derive(Default)]
struct Seen {
    booleans: bool,
    /// Numbers that are no booleans.
    others: bool,
}

impl<'a> Encoder<'a> {
    /// The encoder of a column of a file, with the place of the first numeric column of its field.
    pub(super) fn new(kind: &'a Kind, from: usize, first: usize) -> Encoder<'a> {
        Encoder { kind, from, first, seen: Seen::default() }
    }

    /// Adds the cell of a row to the columns of the field.
    pub(super) fn push(&mut self, row: &Row, columns: &mut [Vec<f64>]) -> Result<(), Error> {
        let cell = row.cell(self.from)?;
        if let Kind::Number = self.kind {
            columns[self.first].push(self.number(row, cell)?);
            return Ok(());
        }
        let own = self.kind.level(&row.text(self.from));
        for (column, level) in columns[self.first..].iter_mut().zip(self.kind.indicated()) {
            column.push(match cell {
                Cell::Blank => f64::NAN,
                _ => f64::from(u8::from(own == Some(level))),
            });
        }
        Ok(())
    }

    fn number(&mut self, row: &Row, cell: Cell) -> Result<f64, Error> {
        let Seen { booleans, others } = &mut self.seen;
        match cell {
            Cell::Number(x) if x == 0.0 || x == 1.0 => Ok(x),
            Cell::Number(_) if *booleans => Err(row.place(self.from).error("is no boolean, as others are")),
            Cell::Number(x) => {
                *others = true;
                Ok(x)
            }
            Cell::Blank | Cell::Mark => Ok(f64::NAN),
            Cell::Text => {
                let text = row.text(self.from);
                if let Some(truth) = boolean(&text).filter(|_| !*others) {
                    *booleans = true;
                    return Ok(f64::from(u8::from(truth)));
                }
                Err(row.place(self.from).error(match () {
                    () if has_decimal_comma(&text) => {
                        "is not a number: pass --decimal , for a decimal comma".to_owned()
                    }
                    () if text.parse::<f64>().is_ok() => {
                        "is not a number: pass --decimal . for a decimal point".to_owned()
                    }
                    () => format!("is not a number: --na {} makes such cells missing", as_argument(&text)),
                }))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::columns::Columns;
    use super::super::file::DataFile;
    use super::super::schema::Schema;
    use std::path::Path;

    fn file(text: &str) -> DataFile {
        DataFile::from_bytes(Path::new("t.csv"), text.into()).expect("a table")
    }

    #[test]
    fn booleans_are_numbers_where_no_other_number_stands_beside_them() {
        let (schema, _) = Schema::learn(&file("x,y\n0,1\n1,2\n0.5,1\n"), &Columns::default()).expect("a schema");
        let x = |cells: &str| {
            let rows: String = cells.split(' ').map(|cell| format!("{cell},1\n")).collect();
            let table = schema.read(&file(&format!("x,y\n{rows}")));
            table.map(|table| table.inputs.columns[0].clone()).map_err(|why| why.to_string())
        };
        assert_eq!(x("True false 0 1"), Ok(vec![1.0, 0.0, 0.0, 1.0]));
        assert!(x("25.3 True").is_err_and(|why| why.contains("value \"True\": is not a number")));
        assert!(x("True 25.3").is_err_and(|why| why.contains("value \"25.3\": is no boolean")));
    }
}
