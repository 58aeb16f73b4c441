//! The first line of a data file: the delimiter and the names of the columns.

use super::cell::Cell;

/// Returns the most frequent of `,` `;` and tab in the first line of a text, outside quotes.
pub(super) fn delimiter(text: &str) -> u8 {
    let mut counts = [(b',', 0), (b';', 0), (b'\t', 0)];
    let mut quoted = false;
    for byte in text.trim_start_matches(['\r', '\n']).bytes() {
        match byte {
            b'"' => quoted = !quoted,
            b'\r' | b'\n' if !quoted => break,
            _ if quoted => {}
            _ => counts.iter_mut().filter(|(delimiter, _)| *delimiter == byte).for_each(|(_, count)| *count += 1),
        }
    }
    // `max_by_key` keeps the last of equals; in reverse, the comma wins a tie
    let most = counts.into_iter().rev().max_by_key(|&(_, count)| count);
    most.map_or(b',', |(delimiter, _)| delimiter)
}

/// Returns the names of the columns, from the cells of the first line.
///
/// A column without a name is named by its position, as in `column 3`. Fails with a reason if a
/// name occurs twice or if the line holds numbers only.
pub(super) fn names<'a>(cells: impl Iterator<Item = &'a str>) -> Result<Vec<String>, String> {
    let cells: Vec<&str> = cells.map(str::trim).collect();
    if cells.iter().all(|cell| !is_name(cell)) {
        return Err("the first line must be a header, but it holds no names".into());
    }
    let name = |(at, cell): (usize, &&str)| match *cell {
        "" => format!("column {}", at + 1),
        cell => cell.to_owned(),
    };
    let names: Vec<String> = cells.iter().enumerate().map(name).collect();
    match duplicate(&names) {
        Some(name) => Err(format!("two columns have the name {name:?}")),
        None => Ok(names),
    }
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
            ("alone", b','),
            ("", b','),
        ] {
            assert_eq!(delimiter(text), expected, "{text:?}");
        }
    }

    #[test]
    fn columns_are_named_by_the_header() {
        let named = |cells: &[&str]| names(cells.iter().copied());
        assert_eq!(named(&[" a ", "", "3"]).unwrap(), ["a", "column 2", "3"]);
        assert!(named(&["a", "b", "a "]).unwrap_err().contains("\"a\""));
        assert!(named(&["", "b", "column 1"]).unwrap_err().contains("two"));
        for numbers in [&["1", "2.5"][..], &["", "0", "1e999"], &["nan", "3"]] {
            let message = named(numbers).unwrap_err();
            assert!(message.contains("must be a header"), "{numbers:?}");
        }
    }
}
