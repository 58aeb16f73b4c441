//! The class of a label.

use super::cell::Cell;
use super::dialect::CellReader;
use super::row::Row;
use super::target::TARGET_MISSING;
use crate::error::Error;
use std::cmp::Ordering;

/// The classes of a target, for lookups by label.
pub(super) struct Labels<'a> {
    texts: &'a [String],
    /// The values of the labels, if all are numbers: then `1` and `1.0` are the same class.
    numbers: Option<Vec<f64>>,
    /// The labels in ascending order: those that a prepared model is to learn stand behind others.
    order: Vec<usize>,
}

impl<'a> Labels<'a> {
    /// Creates the lookup from labels in the order of
    /// [`TargetKind::Class`](super::schema::TargetKind::Class), in the spelling of the file whose
    /// cells are `known`.
    pub(super) fn new(texts: &'a [String], known: &CellReader) -> Labels<'a> {
        let number = |text: &String| known.cell(text).ok().and_then(Cell::number);
        let numbers: Option<Vec<f64>> = texts.iter().map(number).collect();
        let mut order: Vec<usize> = (0..texts.len()).collect();
        match &numbers {
            Some(numbers) => order.sort_by(|&a, &b| numbers[a].total_cmp(&numbers[b])),
            None => order.sort_by(|&a, &b| texts[a].cmp(&texts[b])),
        }
        Labels { texts, numbers, order }
    }

    /// Returns the class of a row's target. Fails if it is missing or not among the labels.
    pub(super) fn index(&self, row: &Row, column: usize) -> Result<u32, Error> {
        let cell = row.cell(column)?;
        let missing = match cell {
            Cell::Blank => true,
            Cell::Mark => self.numbers.is_some(),
            Cell::Number(_) | Cell::Text => false,
        };
        if missing {
            return Err(row.place(column).error(TARGET_MISSING));
        }
        let found = match (&self.numbers, cell) {
            (Some(numbers), Cell::Number(number)) => self.search(|label| numbers[label].total_cmp(&number)),
            (Some(_), _) => None,
            (None, _) => {
                let text = row.text(column);
                self.search(|label| self.texts[label].as_str().cmp(&text))
            }
        };
        let index = found.ok_or_else(|| row.place(column).error("is not a class of the training file"))?;
        Ok(index as u32)
    }

    fn search(&self, compare: impl Fn(usize) -> Ordering) -> Option<usize> {
        self.order.binary_search_by(|&label| compare(label)).ok().map(|place| self.order[place])
    }
}

#[cfg(test)]
mod tests {
    use super::super::file::DataFile;
    use super::*;
    use std::path::Path;

    fn index(labels: &[&str], cell: &str) -> Result<u32, String> {
        let labels: Vec<String> = labels.iter().map(|&label| label.into()).collect();
        let text = format!("y,x\n{cell},1\n");
        let file = DataFile::from_bytes(Path::new("t.csv"), text.into()).unwrap();
        let mut rows = file.rows();
        let row = rows.read().unwrap().unwrap();
        let index = Labels::new(&labels, file.cells()).index(&row, 0);
        index.map_err(|error| error.to_string())
    }

    #[test]
    fn labels_have_their_class() {
        let numbers = &["-1", "0", "2.0", "10"][..];
        let mixed = &["1", "1.0", "?", "b"][..];
        for (labels, cell, expected) in [
            (numbers, "10.0", 3),
            (numbers, "-0", 1),
            (numbers, " 2", 2),
            (mixed, "1.0", 1),
            (mixed, "?", 2),
            (mixed, "b", 3),
        ] {
            assert_eq!(index(labels, cell), Ok(expected), "{cell}");
        }
    }

    #[test]
    fn unknown_and_missing_labels_are_refused() {
        for (labels, cell, part) in [
            (&["1", "2"][..], "3", "line 2 (row 1), column \"y\", value \"3\": is not a class"),
            (&["1", "2"], "b", "value \"b\": is not a class"),
            (&["a", "b"], "c", "value \"c\": is not a class"),
            (&["a", "b"], "", "value \"\": the target is missing"),
            (&["1", "2"], "?", "value \"?\": the target is missing"),
            (&["1", "2"], "inf", "value \"inf\": is infinite"),
        ] {
            let message = index(labels, cell).unwrap_err();
            assert!(message.contains(part), "{message}");
        }
    }
}
