//! Categories that the training file did not have.

use super::cell::Cell;
use super::file::DataFile;
use super::note::one_or_many;
use super::schema::{Kind, Schema};
use crate::error::Error;
use crate::error::text::shortened;

impl Schema {
    /// Returns remarks on texts that are no category of the training file, which say nothing about
    /// their rows.
    ///
    /// # Errors
    /// [`Error::Data`] where the file is ragged, or a number is out of range.
    pub fn unseen(&self, file: &DataFile) -> Result<Vec<String>, Error> {
        let mut columns = Vec::new();
        for field in &self.fields {
            let Kind::Category { levels } = &field.kind else { continue };
            let Some(column) = file.learned_column(&field.name) else { continue };
            let (mut cells, mut rows, mut example) = (0u64, file.rows(), None);
            while let Some(row) = rows.read()? {
                let text = row.text(column);
                let is_unseen = row.cell(column)? != Cell::Blank && !levels.iter().any(|level| *level == text);
                cells += u64::from(is_unseen);
                if is_unseen && example.is_none() {
                    example = Some(shortened(&text));
                }
            }
            columns.extend(example.map(|example| (field.name.clone(), (cells, example))));
        }
        let one = |name: &str, (cells, example): &(u64, String)| {
            let noun = if *cells == 1 { "cell" } else { "cells" };
            format!(
                "column {name:?} has {cells} {noun} of a category that the training file lacks, such as {example:?}"
            )
        };
        let all: u64 = columns.iter().map(|(_, (cells, _))| cells).sum();
        let count = columns.len();
        let many =
            |names| format!("{count} columns have {all} cells of categories that the training file lacks: {names}");
        Ok(one_or_many(&columns, one, many))
    }
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
        let expected = "column \"c\" has 2 cells of a category that the training file lacks, such as \"new\"";
        assert_eq!(found, [expected]);
    }
}
