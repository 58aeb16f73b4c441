//! Quotes that are opened and never closed.

/// Returns the line, counted from 1, of a quote that opens a cell and is never closed.
///
/// A quote opens a cell at its start only, and two quotes within a quoted cell are one, as the CSV
/// reader has it.
pub(super) fn unclosed(text: &str, delimiter: u8) -> Option<u64> {
    let (mut line, mut opened, mut is_start) = (1, None, true);
    let mut bytes = text.bytes().peekable();
    while let Some(byte) = bytes.next() {
        line += u64::from(byte == b'\n');
        match (opened, byte) {
            (Some(_), b'"') if bytes.peek() == Some(&b'"') => drop(bytes.next()),
            (Some(_), b'"') => (opened, is_start) = (None, false),
            (Some(_), _) => {}
            (None, b'"') if is_start => opened = Some(line),
            (None, _) => is_start = byte == delimiter || matches!(byte, b'\r' | b'\n'),
        }
    }
    opened
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_an_open_quote_is_found() {
        for (text, line) in [
            ("a,b\n1,2\n", None),
            ("a,b\n\"1\",\"2\"\"\"\n", None),
            ("a,b\n5\" wide,2\n", None),
            ("a,b\n\"two\nlines\",2\n\"open,3\n4,5\n", Some(4)),
            ("\"a,b\n1,2\n", Some(1)),
            ("a,b\r\n1,\"", Some(2)),
        ] {
            assert_eq!(unclosed(text, b','), line, "{text:?}");
        }
        assert_eq!(unclosed("a;b\n1;\"x\n", b';'), Some(2));
    }
}
