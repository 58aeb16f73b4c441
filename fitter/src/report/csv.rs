//! Cells of a CSV file.

/// Returns a cell, quoted where CSV asks for it.
pub fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_with_separators_are_quoted() {
        assert_eq!(["a b", "a,b", "a\"b"].map(quoted), ["a b", "\"a,b\"", "\"a\"\"b\""]);
    }
}
