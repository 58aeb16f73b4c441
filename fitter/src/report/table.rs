//! A table of names and values.

/// A name with its value.
pub type Line = (&'static str, String);

/// Returns names and values in two aligned columns; a value of several lines stays in its column.
pub fn table(lines: &[Line]) -> String {
    let width = lines.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let line = |(name, value): &Line| {
        let value = value.replace('\n', &format!("\n{:width$}  ", ""));
        format!("{name:width$}  {value}\n")
    };
    lines.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_start_in_the_same_column() {
        let text = table(&[("a", "1\n2".to_owned()), ("long", "3".to_owned())]);
        assert_eq!(text, "a     1\n      2\nlong  3\n");
    }
}
