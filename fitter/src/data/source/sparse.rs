//! Sparse text: the lines of LIBSVM and SVMlight.

use super::contract::{Flaw, Records, Source, flaw, flaw_in_line};
use super::value::Value;
use crate::error::Place;
use crate::error::text::shortened;
use std::collections::BTreeSet;
use std::iter::Enumerate;
use std::str::Lines;

/// The name of the column of targets.
const TARGET: &str = "target";
/// The name of the column of queries, which is there for who asks for it.
const QUERY: &str = "qid";
/// The most distinct indices; no model takes more inputs.
const MOST: usize = u16::MAX as usize;

/// A text with a line `target [qid:n] index:value …` for each row; what follows `#` is a comment.
///
/// An index `i` of the file is the column `f<i>`, whether the file counts from 0 or from 1, and a
/// value that is not written is 0. The target is the last column.
#[derive(Debug)]
pub struct Sparse {
    text: String,
    indices: Vec<u32>,
    names: Vec<String>,
}

impl Sparse {
    /// Reads the indices of a text.
    ///
    /// # Errors
    /// A flaw with its line where an element is not as described, or an index occurs twice.
    pub fn new(text: String) -> Result<Sparse, Flaw> {
        let mut indices = BTreeSet::new();
        let mut pass = Pass::of(&text);
        while pass.advance()? {
            indices.extend(pass.row.elements.iter().map(|(index, _)| *index));
            if indices.len() > MOST {
                let line = pass.row.line;
                return Err(flaw_in_line(line, format!("more than {MOST} indices: no model takes so many inputs")));
            }
        }
        if pass.row.line == 0 {
            return Err(flaw("the file is empty"));
        }
        let target = std::iter::once(TARGET.to_owned());
        let names = indices.iter().map(|index| format!("f{index}")).chain(target).collect();
        Ok(Sparse { indices: indices.into_iter().collect(), names, text })
    }

    /// Returns true if the first row of a text is one of numbers `target index:value …`.
    pub fn is_in(text: &str) -> bool {
        let mut rows = text.lines().map(content).filter(|row| !row.is_empty());
        let Some(row) = rows.next() else { return false };
        let is_element = |element: &str| {
            let parts = element.split_once(':');
            parts.is_some_and(|(key, value)| is_key(key) && value.parse::<f64>().is_ok())
        };
        let mut elements = row.split_ascii_whitespace();
        let is_number = elements.next().is_some_and(|target| target.parse::<f64>().is_ok());
        let mut elements = elements.peekable();
        is_number && elements.peek().is_some() && elements.all(is_element)
    }
}

fn is_key(key: &str) -> bool {
    key == QUERY || (!key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns a line without its comment.
fn content(line: &str) -> &str {
    line.split('#').next().unwrap_or("").trim()
}

impl Source for Sparse {
    fn names(&self) -> &[String] {
        &self.names
    }

    fn records(&self) -> Result<Box<dyn Records + '_>, Flaw> {
        Ok(Box::new(Pass { indices: &self.indices, ..Pass::of(&self.text) }))
    }

    fn unlisted(&self) -> &[&str] {
        &[QUERY]
    }

    /// Columns of indices that this file happens not to have hold zeros.
    fn implied(&self, name: &str) -> Option<usize> {
        let is_index = name.strip_prefix('f').is_some_and(|index| index.parse::<u32>().is_ok());
        is_index.then_some(self.names.len() + 1)
    }
}

/// A pass over the lines.
struct Pass<'a> {
    indices: &'a [u32],
    lines: Enumerate<Lines<'a>>,
    row: Row,
}

/// A row, its elements sorted by their index.
#[derive(Default)]
struct Row {
    line: u64,
    target: f64,
    query: Option<i128>,
    elements: Vec<(u32, f64)>,
}

impl<'a> Pass<'a> {
    fn of(text: &'a str) -> Pass<'a> {
        Pass { indices: &[], lines: text.lines().enumerate(), row: Row::default() }
    }
}

impl Records for Pass<'_> {
    fn advance(&mut self) -> Result<bool, Flaw> {
        for (at, line) in self.lines.by_ref() {
            let line = content(line);
            if !line.is_empty() {
                self.row.line = at as u64 + 1;
                return self.row.read(line).map(|()| true);
            }
        }
        Ok(false)
    }

    fn value(&self, column: usize) -> Value<'_> {
        let Some(index) = self.indices.get(column) else {
            return match column - self.indices.len() {
                0 => Value::Real(self.row.target),
                1 => self.row.query.map_or(Value::Missing, Value::Whole),
                _ => Value::Whole(0),
            };
        };
        let found = self.row.elements.binary_search_by_key(index, |(index, _)| *index);
        found.map_or(Value::Whole(0), |at| Value::Real(self.row.elements[at].1))
    }

    fn line(&self) -> Option<u64> {
        Some(self.row.line)
    }
}

impl Row {
    /// Reads a line without its comment.
    fn read(&mut self, line: &str) -> Result<(), Flaw> {
        let mut words = line.split_ascii_whitespace();
        let target = words.next().unwrap_or("");
        self.target = target.parse().map_err(|_| self.flaw(TARGET, target, "is not a number"))?;
        self.query = None;
        self.elements.clear();
        for word in words {
            self.read_element(word)?;
        }
        self.elements.sort_unstable_by_key(|(index, _)| *index);
        match self.elements.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            Some(pair) => Err(flaw_in_line(self.line, format!("the index {} occurs twice", pair[0].0))),
            None => Ok(()),
        }
    }

    fn read_element(&mut self, word: &str) -> Result<(), Flaw> {
        let Some((key, value)) = word.split_once(':') else {
            return Err(flaw_in_line(self.line, format!("{:?} is no index:value", shortened(word))));
        };
        if key == QUERY {
            self.query = Some(value.parse::<i64>().map_err(|_| self.flaw(QUERY, value, "is no whole number"))?.into());
            return Ok(());
        }
        let Ok(index) = key.parse::<u32>() else {
            return Err(flaw_in_line(self.line, format!("{:?} is no index: whole numbers are", shortened(key))));
        };
        let number = value.parse().map_err(|_| self.flaw(&format!("f{index}"), value, "is not a number"))?;
        self.elements.push((index, number));
        Ok(())
    }

    fn flaw(&self, column: &str, value: &str, what: &str) -> Flaw {
        let (column, value) = (Some(column.to_owned()), Some(shortened(value)));
        Box::new(Place { line: Some(self.line), column, value, what: what.to_owned(), ..Place::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str, names: &[&str]) -> Vec<Vec<String>> {
        let source = Sparse::new(text.to_owned()).unwrap();
        let listed = |name: &str| source.names.iter().position(|listed| listed == name);
        let query = |name: &str| (name == QUERY).then_some(source.names.len());
        let column = |name: &&str| listed(name).or_else(|| query(name)).or_else(|| source.implied(name));
        let columns: Vec<usize> = names.iter().map(|name| column(name).unwrap()).collect();
        let mut records = source.records().unwrap();
        let mut rows = Vec::new();
        while records.advance().unwrap() {
            rows.push(columns.iter().map(|&at| records.value(at).text().into_owned()).collect());
        }
        rows
    }

    #[test]
    fn rows_are_read_by_their_indices() {
        let text = "# made by hand\n+1 qid:7 2:0.5 10:-3 # a remark\n\n-1 10:nan 0:1e2\r\n";
        assert_eq!(Sparse::new(text.to_owned()).unwrap().names, ["f0", "f2", "f10", "target"]);
        let found = rows(text, &["f0", "f2", "f3", "f10", "target", "qid"]);
        assert_eq!(found, [["0", "0.5", "0", "-3", "1", "7"], ["100", "0", "0", "", "-1", ""]]);
    }

    #[test]
    fn texts_are_recognised_by_their_first_row() {
        for text in ["1 1:2", "# c\n\n-1.5 qid:3 1:2 # d", "0 5:nan"] {
            assert!(Sparse::is_in(text), "{text}");
        }
        for text in ["", "1", "a 1:2", "1,2\n", "1 a:2", "1 1:b", "time 12:30", "1 :2"] {
            assert!(!Sparse::is_in(text), "{text}");
        }
    }

    #[test]
    fn lines_that_are_no_rows_are_refused_with_their_place() {
        for (text, line, part) in [
            ("", None, "the file is empty"),
            ("1 1:2\nx 1:2", Some(2), "is not a number"),
            ("1 1:2 1:3", Some(1), "the index 1 occurs twice"),
            ("1 2", Some(1), "\"2\" is no index:value"),
            ("1 1:", Some(1), "is not a number"),
            ("1 -1:2", Some(1), "\"-1\" is no index"),
            ("1 4294967296:2", Some(1), "is no index"),
            ("1 qid:a 1:2", Some(1), "is no whole number"),
        ] {
            let flaw = Sparse::new(text.to_owned()).unwrap_err();
            assert_eq!(flaw.line, line, "{text}");
            assert!(flaw.what.contains(part), "{}", flaw.what);
        }
    }
}
