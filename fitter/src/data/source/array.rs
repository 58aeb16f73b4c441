//! An array in NumPy's format.

use super::contract::{Flaw, flaw};
use super::element::Element;
use super::value::Value;

/// The bytes that a file of one array begins with.
pub const MAGIC: &[u8] = b"\x93NUMPY";

/// The shape of an array, and how its elements lie in the file.
#[derive(Debug)]
pub struct Layout {
    shape: Vec<usize>,
    /// Whether the first index runs fastest.
    pub is_fortran: bool,
    /// The type of the elements.
    pub element: Element,
    /// The place of the first element.
    pub start: usize,
}

/// An array in NumPy's format, with its elements as they lie in the file.
#[derive(Debug)]
pub struct Array {
    /// The shape.
    pub layout: Layout,
    bytes: Vec<u8>,
    /// The elements of an array of texts.
    texts: Vec<String>,
}

impl Layout {
    /// Reads the header of an array, of which these are the first bytes, and checks the length of
    /// the whole.
    ///
    /// # Errors
    /// A flaw for another format, structured elements, and a file that is cut off.
    pub fn new(bytes: &[u8], length: u64) -> Result<Layout, Flaw> {
        let (header, start) = header(bytes).ok_or_else(|| flaw("the header of the array is damaged or cut off"))?;
        let damaged = || flaw(format!("the header of the array is damaged: {:?}", header.trim()));
        let kind = field(header, "descr").ok_or_else(damaged)?;
        if kind.starts_with('[') {
            return Err(flaw("the array has structured elements; save its fields as arrays of an .npz file"));
        }
        let element = Element::parse(kind.trim_matches(['\'', '"'])).map_err(flaw)?;
        let is_fortran = match field(header, "fortran_order") {
            Some("True") => true,
            Some("False") => false,
            _ => return Err(damaged()),
        };
        let shape = shape(field(header, "shape").ok_or_else(damaged)?).ok_or_else(damaged)?;
        let layout = Layout { shape, is_fortran, element, start };
        layout.check(length.saturating_sub(start as u64))?;
        Ok(layout)
    }

    fn check(&self, found: u64) -> Result<(), Flaw> {
        let shape = self.shape_text();
        if !(1..=3).contains(&self.shape.len()) {
            return Err(flaw(format!("the array has the shape {shape}; 1, 2 or 3 dimensions are read")));
        }
        if self.width() == 0 {
            return Err(flaw(format!("the array has the shape {shape}, and so no columns")));
        }
        let needed = self.shape.iter().try_fold(self.element.size(), |size, &length| size.checked_mul(length));
        if needed.map(|needed| needed as u64) != Some(found) {
            let needed = needed.map_or("more than fit into memory".to_owned(), |bytes| format!("{bytes} bytes"));
            return Err(flaw(format!("the elements take {found} bytes, but the shape {shape} needs {needed}")));
        }
        Ok(())
    }

    /// The lengths, as NumPy writes them.
    pub fn shape_text(&self) -> String {
        let lengths: Vec<String> = self.shape.iter().map(usize::to_string).collect();
        format!("({})", lengths.join(", "))
    }

    /// The number of dimensions.
    pub fn dimensions(&self) -> usize {
        self.shape.len()
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.shape[0]
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.shape[1..].iter().fold(1, |width, &length| width.saturating_mul(length))
    }

    /// Returns the names of the columns: `c0`, or `c0_0` for a channel and a time.
    pub fn names(&self) -> Vec<String> {
        let times = self.shape.get(2).copied();
        let name = |column: usize| match times {
            Some(times) => format!("c{}_{}", column / times, column % times),
            None => format!("c{column}"),
        };
        (0..self.width()).map(name).collect()
    }

    /// Returns the place of an element among all.
    fn place(&self, row: usize, column: usize) -> usize {
        match (self.is_fortran, self.shape.get(2)) {
            (false, _) => row * self.width() + column,
            (true, None) => row + self.rows() * column,
            (true, Some(times)) => row + self.rows() * (column / times + self.shape[1] * (column % times)),
        }
    }
}

impl Array {
    /// Reads the header of an array and checks the length of its elements.
    ///
    /// # Errors
    /// Those of [`Layout::new`].
    pub fn new(bytes: Vec<u8>) -> Result<Array, Flaw> {
        let layout = Layout::new(&bytes, bytes.len() as u64)?;
        let element = layout.element;
        let texts = match element.is_text() {
            true => bytes[layout.start..].chunks_exact(element.size()).map(|bytes| element.text(bytes)).collect(),
            false => Vec::new(),
        };
        Ok(Array { layout, bytes, texts })
    }

    /// Returns an element by its row and its column.
    pub fn value(&self, row: usize, column: usize) -> Value<'_> {
        let place = self.layout.place(row, column);
        if let Some(text) = self.texts.get(place) {
            return Value::Text(text);
        }
        let Layout { element, start, .. } = self.layout;
        let start = start + place * element.size();
        element.value(&self.bytes[start..start + element.size()])
    }
}

/// Returns the text of the header and the place of the first element.
fn header(bytes: &[u8]) -> Option<(&str, usize)> {
    let version = *bytes.strip_prefix(MAGIC)?.first()?;
    let (start, length) = match version {
        1 => (10, u16::from_le_bytes(bytes.get(8..10)?.try_into().ok()?).into()),
        2 | 3 => (12, u32::from_le_bytes(bytes.get(8..12)?.try_into().ok()?) as usize),
        _ => return None,
    };
    let end = length.checked_add(start)?;
    Some((std::str::from_utf8(bytes.get(start..end)?).ok()?, end))
}

/// Returns the text of a field of the header, a dictionary as Python writes it.
fn field<'a>(header: &'a str, name: &str) -> Option<&'a str> {
    let quoted = [format!("'{name}':"), format!("\"{name}\":")];
    let rest = quoted.iter().find_map(|key| header.split_once(key.as_str()))?.1.trim_start();
    let end = match rest.chars().next()? {
        '(' => rest.find(')')? + 1,
        '[' => rest.find(']')? + 1,
        _ => rest.find([',', '}'])?,
    };
    Some(rest[..end].trim())
}

fn shape(text: &str) -> Option<Vec<usize>> {
    let lengths = text.strip_prefix('(')?.strip_suffix(')')?.split(',').map(str::trim);
    lengths.filter(|length| !length.is_empty()).map(|length| length.parse().ok()).collect()
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Returns a file of an array.
    pub fn file(kind: &str, fortran: &str, shape: &str, elements: &[u8]) -> Vec<u8> {
        let header = format!("{{'descr': {kind}, 'fortran_order': {fortran}, 'shape': {shape}, }}\n");
        let length = (header.len() as u16).to_le_bytes();
        [MAGIC, &[1, 0], &length, header.as_bytes(), elements].concat()
    }

    fn rows(array: &Array) -> Vec<Vec<String>> {
        let row = |row| (0..array.layout.width()).map(|column| array.value(row, column).text().into_owned()).collect();
        (0..array.layout.rows()).map(row).collect()
    }

    #[test]
    fn both_orders_have_the_same_rows() {
        for (fortran, elements) in [("False", [1, 2, 3, 4, 5, 6]), ("True", [1, 4, 2, 5, 3, 6])] {
            let array = Array::new(file("'|u1'", fortran, "(2, 3)", &elements)).unwrap();
            assert_eq!(rows(&array), [["1", "2", "3"], ["4", "5", "6"]]);
        }
        for (fortran, elements) in [("False", [1, 2, 3, 4, 5, 6, 7, 8]), ("True", [1, 5, 3, 7, 2, 6, 4, 8])] {
            let array = Array::new(file("'|u1'", fortran, "(2, 2, 2)", &elements)).unwrap();
            assert_eq!(rows(&array), [["1", "2", "3", "4"], ["5", "6", "7", "8"]]);
            assert_eq!(array.layout.names(), ["c0_0", "c0_1", "c1_0", "c1_1"]);
        }
    }

    #[test]
    fn texts_and_vectors_are_read() {
        let array = Array::new(file("'|S2'", "False", "(2,)", b"a\0bc")).unwrap();
        assert_eq!(
            (array.layout.names(), rows(&array)),
            (vec!["c0".to_owned()], vec![vec!["a".to_owned()], vec!["bc".to_owned()]])
        );
    }

    #[test]
    fn damaged_and_other_arrays_are_refused() {
        for (bytes, part) in [
            (file("'|u1'", "False", "(2, 3)", &[0; 5]), "take 5 bytes, but the shape (2, 3) needs 6 bytes"),
            (file("'|u1'", "False", "(9999999999, 9999999999)", &[]), "more than fit into memory"),
            (file("'|u1'", "False", "()", &[0]), "1, 2 or 3 dimensions"),
            (file("'|u1'", "False", "(9, 0)", &[]), "no columns"),
            (file("[('a', '<f4')]", "False", "(1,)", &[0; 4]), "structured elements"),
            (file("'|O'", "False", "(1,)", &[0; 8]), "of type \"|O\""),
            (file("'|u1'", "False", "(x)", &[0]), "is damaged"),
            (file("'|u1'", "No", "(1,)", &[0]), "is damaged"),
            (MAGIC.to_vec(), "damaged or cut off"),
        ] {
            let what = Array::new(bytes).unwrap_err().what;
            assert!(what.contains(part), "{what}");
        }
    }
}
