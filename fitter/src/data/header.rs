//! The first line of a data file: the delimiter and the names of the columns.

use super::cell::Cell;
use super::dialect::FirstLine;
use crate::error::text::shortened;

/// Returns the most frequent of `,` `;` and tab in the first line of a text, outside quotes.
///
/// A comma between two digits is no delimiter where another one is in the line, and never where it
/// is the decimal sign.
pub(super) fn delimiter(text: &str, has_decimal_comma: bool) -> u8 {
    let [commas, decimals, semicolons, tabs] = counts(text);
    let others = semicolons.max(tabs);
    let commas = match (has_decimal_comma, others) {
        (true, _) => 0,
        (_, 0) => commas,
        _ => commas - decimals,
    };
    match () {
        () if others == 0 && has_decimal_comma => b';',
        () if commas >= others => b',',
        () if semicolons >= tabs => b';',
        () => b'\t',
    }
}

/// Returns the numbers of commas, of those between two digits, of semicolons and of tabs in the
/// first line of a text, outside quotes.
fn counts(text: &str) -> [usize; 4] {
    let line = text.trim_start_matches(['\r', '\n']).as_bytes();
    let is_digit = |at: usize| line.get(at).is_some_and(u8::is_ascii_digit);
    let (mut counts, mut is_quoted) = ([0; 4], false);
    for (at, byte) in line.iter().enumerate() {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'\r' | b'\n' if !is_quoted => break,
            _ if is_quoted => {}
            b',' => {
                counts[0] += 1;
                counts[1] += usize::from(at > 0 && is_digit(at - 1) && is_digit(at + 1));
            }
            b';' => counts[2] += 1,
            b'\t' => counts[3] += 1,
            _ => {}
        }
    }
    counts
}

/// Returns the names of the columns, from the cells of the first line.
///
/// A column without a name is named by its position, as in `column 3`, and all columns of a file
/// without a header are `c0`, `c1`, …. Fails with a reason if a name occurs twice, or if the line
/// holds numbers only and is not said to be a header.
pub(super) fn names<'a>(cells: impl Iterator<Item = &'a str>, line: FirstLine) -> Result<Vec<String>, String> {
    let cells: Vec<&str> = cells.collect();
    if line == FirstLine::Data {
        return Ok((0..cells.len()).map(|at| format!("c{at}")).collect());
    }
    if let Some(cell) = cells.iter().find(|cell| cell.starts_with(' ') && cell.trim().starts_with('"')) {
        let cell = cell.trim();
        return Err(format!("a space stands before the quote of {cell}, which would be part of the name: delete it"));
    }
    let cells: Vec<&str> = cells.into_iter().map(str::trim).collect();
    if cells.first().is_some_and(|cell| cell.to_ascii_lowercase().starts_with("sep=")) {
        return Err("the first line is a spreadsheet's note on separators, not a header: delete it".to_owned());
    }
    if line == FirstLine::Auto && cells.iter().all(|cell| !is_name(cell)) {
        let which = "pass --no-header if it is a row of data, or --header if its numbers are names";
        return Err(format!("the first line must be a header, but it holds no names: {which}"));
    }
    let name = |(at, cell): (usize, &&str)| match *cell {
        "" => unnamed(at),
        cell => cell.to_owned(),
    };
    let names: Vec<String> = cells.iter().enumerate().map(name).collect();
    match duplicate(&names) {
        Some(name) if is_name(name) => Err(format!("two columns have the name {:?}", shortened(name))),
        Some(name) => Err(format!("two columns have the name {name:?}: pass --no-header if the first line is data")),
        None => Ok(names),
    }
}

/// Returns the name of a column that has none, by its position.
pub(super) fn unnamed(at: usize) -> String {
    format!("column {}", at + 1)
}

fn is_name(cell: &str) -> bool {
    matches!(Cell::of(cell), Ok(Cell::Text | Cell::Mark))
}

/// Returns the first name, in alphabetical order, that occurs twice.
fn duplicate(names: &[String]) -> Option<&String> {
    let mut sorted: Vec<&String> = names.iter().collect();
    sorted.sort();
    let pair = sorted.windows(2).find(|pair| pair[0] == pair[1])?;
    Some(pair[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_frequent_delimiter_is_detected() {
        for (text, expected) in [
            ("a,b,c\n1;2;3", b','),
            ("a;b;c", b';'),
            ("a\tb\r\n1,1,1,1", b'\t'),
            ("\"a,b,c\";d;e\n", b';'),
            ("\"two\nlines, and, commas\"\tb\n", b'\t'),
            ("\n\r\na;b\n", b';'),
            ("a,b;c", b','),
            ("1,5;2,5;3", b';'),
            ("1,5,2,5", b','),
            ("alone", b','),
            ("", b','),
        ] {
            assert_eq!(delimiter(text, false), expected, "{text:?}");
        }
        assert_eq!(["a,b\tc", "1,5"].map(|text| delimiter(text, true)), [b'\t', b';']);
    }

    #[test]
    fn columns_are_named_by_the_header() {
        let named = |cells: &[&str]| names(cells.iter().copied(), FirstLine::Auto);
        assert_eq!(named(&[" a ", "", "3"]).unwrap(), ["a", "column 2", "3"]);
        assert!(named(&["a", "b", "a "]).unwrap_err().contains("\"a\""));
        assert!(named(&["", "b", "column 1"]).unwrap_err().contains("two"));
        assert!(named(&["sep=", ""]).unwrap_err().contains("a spreadsheet's note"));
        for numbers in [&["1", "2.5"][..], &["", "0", "1e999"], &["nan", "3"]] {
            let message = named(numbers).unwrap_err();
            assert!(message.contains("must be a header"), "{numbers:?}");
        }
        let said = |line| names(["1", "2"].into_iter(), line).unwrap();
        assert_eq!(
            (said(FirstLine::Data), said(FirstLine::Names)),
            (vec!["c0".into(), "c1".into()], vec!["1".into(), "2".into()])
        );
    }
}
