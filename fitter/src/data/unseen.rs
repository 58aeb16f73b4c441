//! Categories that the training file did not have.

use super::arrays::{ArrayColumn, Cells, is_blank};
use super::cell::Cell;
use super::dialect::CellReader;
use super::file::DataFile;
use super::note::one_or_many;
use super::schema::{Field, Kind, Schema};
use crate::error::Error;
use crate::error::text::shortened;

/// Texts that are no category of the training file, in files or pieces of one.
pub struct Unseen<'a> {
    schema: &'a Schema,
    /// The number of such cells in each field, and the first of them.
    found: Vec<(u64, Option<String>)>,
}

impl<'a> Unseen<'a> {
    /// None yet.
    pub fn of(schema: &'a Schema) -> Unseen<'a> {
        Unseen { schema, found: vec![(0, None); schema.fields.len()] }
    }

    /// Adds those of a file.
    ///
    /// # Errors
    /// Those of [`Schema::unseen`].
    pub fn add(&mut self, file: &DataFile) -> Result<(), Error> {
        for (field, (cells, example)) in self.schema.fields.iter().zip(&mut self.found) {
            if field.kind == Kind::Number {
                continue;
            }
            let Some(column) = file.learned_column(&field.name) else { continue };
            let mut rows = file.rows();
            while let Some(row) = rows.read()? {
                let text = row.text(column);
                let is_unseen = row.cell(column)? != Cell::Blank && field.kind.level(&text).is_none();
                *cells += u64::from(is_unseen);
                if is_unseen && example.is_none() {
                    *example = Some(shortened(&text));
                }
            }
        }
        Ok(())
    }

    /// Returns the remarks on them.
    pub fn remarks(&self) -> Vec<String> {
        let fields = self.schema.fields.iter().zip(&self.found);
        let of = |(field, (cells, example)): (&Field, &(u64, Option<String>))| {
            example.clone().map(|example| (field.name.clone(), (*cells, example)))
        };
        remarks(&fields.filter_map(of).collect::<Vec<_>>())
    }
}

impl Schema {
    /// Returns remarks on texts that are no category of the training file, which say nothing about
    /// their rows.
    ///
    /// # Errors
    /// [`Error::Data`] where the file is ragged, or a number is out of range.
    pub fn unseen(&self, file: &DataFile) -> Result<Vec<String>, Error> {
        let mut unseen = Unseen::of(self);
        unseen.add(file)?;
        Ok(unseen.remarks())
    }

    /// The same of columns in memory.
    pub fn unseen_of(&self, columns: &[ArrayColumn]) -> Vec<String> {
        let of_field = |field: &Field| {
            let column = columns.iter().find(|column| column.name == field.name && field.kind != Kind::Number)?;
            let cells = column.cells.clone().known(&CellReader::new(&self.dialect)).or_texts(&field.kind);
            let Cells::Texts(texts) = &cells else { return None };
            let known = texts.iter().map(|text| text.trim()).filter(|text| !is_blank(text));
            let unseen: Vec<&str> = known.filter(|text| field.kind.level(text).is_none()).collect();
            unseen.first().map(|first| (field.name.clone(), (unseen.len() as u64, shortened(first))))
        };
        remarks(&self.fields.iter().filter_map(of_field).collect::<Vec<_>>())
    }
}

/// The remarks on columns, each with the number of its unseen cells and the first of them.
fn remarks(columns: &[(String, (u64, String))]) -> Vec<String> {
    let one = |name: &str, (cells, example): &(u64, String)| {
        let noun = if *cells == 1 { "cell" } else { "cells" };
        format!("column {name:?} has {cells} {noun} of a category that the training rows lack, such as {example:?}")
    };
    let all: u64 = columns.iter().map(|(_, (cells, _))| cells).sum();
    let count = columns.len();
    let many = |names| format!("{count} columns have {all} cells of categories that the training rows lack: {names}");
    one_or_many(columns, one, many)
}

#[cfg(test)]
mod tests {
    use super::super::columns::Columns;
    use super::*;
    use std::path::Path;

    #[test]
    fn unseen_categories_are_counted() {
        let file = |text: &str| DataFile::from_bytes(Path::new("t.csv"), text.into()).unwrap();
        let (schema, _) = Schema::learn(&file("c,x,y\nu,1,a\nv,2,b\nw,3,a\n"), &Columns::default()).unwrap();
        assert_eq!(schema.unseen(&file("x,c\n1,u\n7,\n2,v\n")).unwrap(), [""; 0]);
        let found = schema.unseen(&file("x,c\n1,new\n7,newer\n2,v\n")).unwrap();
        let expected = "column \"c\" has 2 cells of a category that the training rows lack, such as \"new\"";
        assert_eq!(found, [expected]);
        let texts = ArrayColumn::texts("c", ["new", "newer", "v", "", "NaN"]);
        assert_eq!(schema.unseen_of(&[texts, ArrayColumn::numbers("x", vec![1.0; 5])]), [expected]);
        let numbers = schema.unseen_of(&[ArrayColumn::numbers("c", vec![7.0, f64::NAN])]);
        assert!(numbers.len() == 1 && numbers[0].contains("has 1 cell of a category"), "{numbers:?}");
    }
}
