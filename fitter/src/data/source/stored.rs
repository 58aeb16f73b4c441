//! An array of NumPy that stays in its file, whose rows every pass reads one after the other.

use super::array::Layout;
use super::arrays::Arrays;
use super::contract::{Flaw, Records, Source, flaw};
use super::store::{Section, Store};
use super::value::Value;
use std::io::{BufReader, Read, Seek, SeekFrom};

/// The most bytes of a header.
const HEADER: u64 = 1 << 17;
/// The bytes that are read in one go.
const READ: usize = 1 << 18;

/// An array of numbers whose rows lie one after the other.
#[derive(Debug)]
pub struct Stored {
    store: Store,
    names: Vec<String>,
    layout: Layout,
}

impl Stored {
    /// Opens an array; one of texts, or with its columns one after the other, is read as a whole.
    ///
    /// # Errors
    /// Those of [`Layout::new`].
    pub fn open(store: Store) -> Result<Box<dyn Source>, Flaw> {
        let start = read(&store, HEADER)?;
        let layout = Layout::new(&start, store.length())?;
        if layout.is_fortran || layout.element.is_text() {
            return Ok(Box::new(Arrays::of_file(read(&store, u64::MAX)?)?));
        }
        let names = if layout.dimensions() == 1 { vec!["c0".to_owned()] } else { layout.names() };
        Ok(Box::new(Stored { store, names, layout }))
    }
}

/// Returns the first bytes of a store, at most so many.
fn read(store: &Store, most: u64) -> Result<Vec<u8>, Flaw> {
    let mut bytes = Vec::new();
    let read = store.reader(0).take(most).read_to_end(&mut bytes);
    read.map_err(|error| flaw(format!("the file is not read: {error}")))?;
    Ok(bytes)
}

impl Source for Stored {
    fn names(&self) -> &[String] {
        &self.names
    }

    fn records(&self) -> Result<Box<dyn Records + '_>, Flaw> {
        let mut reader = BufReader::with_capacity(READ, self.store.reader(0));
        let start = SeekFrom::Start(self.layout.start as u64);
        reader.seek(start).map_err(|error| flaw(format!("the file is not read: {error}")))?;
        let row = vec![0; self.layout.width() * self.layout.element.size()];
        Ok(Box::new(Pass { layout: &self.layout, reader, row, left: self.layout.rows() }))
    }
}

/// A pass over the rows.
struct Pass<'a> {
    layout: &'a Layout,
    reader: BufReader<Section>,
    /// The bytes of the row.
    row: Vec<u8>,
    left: usize,
}

impl Records for Pass<'_> {
    fn advance(&mut self) -> Result<bool, Flaw> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(false) };
        self.left = left;
        let read = self.reader.read_exact(&mut self.row);
        read.map(|()| true).map_err(|error| flaw(format!("the elements are cut off: {error}")))
    }

    fn value(&self, column: usize) -> Value<'_> {
        let element = self.layout.element;
        element.value(&self.row[column * element.size()..(column + 1) * element.size()])
    }
}

#[cfg(test)]
mod tests {
    use super::super::array::tests::file;
    use super::*;
    use std::sync::Arc;

    fn rows(bytes: Vec<u8>) -> Vec<Vec<String>> {
        let source = Stored::open(Store::Memory(Arc::from(bytes))).unwrap();
        let mut records = source.records().unwrap();
        let mut rows = Vec::new();
        while records.advance().unwrap() {
            rows.push((0..source.names().len()).map(|at| records.value(at).text().into_owned()).collect());
        }
        rows
    }

    /// Rows are the same in the file and in memory, in any order and of any type.
    #[test]
    fn rows_are_those_in_memory() {
        let bytes = [1u16, 2, 3, 4, 5, 6].map(u16::to_le_bytes).concat();
        assert_eq!(rows(file("'<u2'", "False", "(2, 3)", &bytes)), [["1", "2", "3"], ["4", "5", "6"]]);
        assert_eq!(rows(file("'<u2'", "True", "(2, 3)", &bytes)), [["1", "3", "5"], ["2", "4", "6"]]);
        assert_eq!(rows(file("'<u2'", "False", "(6,)", &bytes)).len(), 6);
        assert_eq!(rows(file("'|S2'", "False", "(2,)", b"a\0bc")), [["a"], ["bc"]]);
    }

    #[test]
    fn arrays_that_are_cut_off_are_refused() {
        let cut = file("'|u1'", "False", "(2, 3)", &[0; 5]);
        let what = Stored::open(Store::Memory(Arc::from(cut))).unwrap_err().what;
        assert!(what.contains("take 5 bytes, but the shape (2, 3) needs 6 bytes"), "{what}");
    }
}
