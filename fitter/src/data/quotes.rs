//! Quotes that are opened and never closed.

/// A reader of quotes, byte by byte.
///
/// A quote opens a cell at its start only, and two quotes within a quoted cell are one, as the CSV
/// reader has it.
pub(super) struct Quotes {
    delimiter: u8,
    /// The line of the next byte, counted from 1.
    line: u64,
    /// The line of a quote that opens a cell.
    opened: Option<u64>,
    is_start: bool,
    /// Whether the byte before may have closed the cell, unless another quote follows.
    may_close: bool,
}

impl Quotes {
    pub(super) fn new(delimiter: u8) -> Quotes {
        Quotes { delimiter, line: 1, opened: None, is_start: true, may_close: false }
    }

    /// Reads the next bytes.
    pub(super) fn read(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.read_byte(*byte));
    }

    fn read_byte(&mut self, byte: u8) {
        self.line += u64::from(byte == b'\n');
        if std::mem::take(&mut self.may_close) {
            if byte == b'"' {
                return;
            }
            (self.opened, self.is_start) = (None, false);
        }
        match (self.opened, byte) {
            (Some(_), b'"') => self.may_close = true,
            (Some(_), _) => {}
            (None, b'"') if self.is_start => self.opened = Some(self.line),
            (None, _) => self.is_start = byte == self.delimiter || matches!(byte, b'\r' | b'\n'),
        }
    }

    /// Returns the line, counted from 1, of a quote that opens a cell and is never closed.
    pub(super) fn unclosed(&self) -> Option<u64> {
        self.opened.filter(|_| !self.may_close)
    }
}

/// Returns the line, counted from 1, of a quote that opens a cell of a text and is never closed.
pub(super) fn unclosed(text: &str, delimiter: u8) -> Option<u64> {
    let mut quotes = Quotes::new(delimiter);
    quotes.read(text.as_bytes());
    quotes.unclosed()
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
