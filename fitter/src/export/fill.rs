//! Templates of source code, filled in one pass: a value may hold the marker of another.

/// Returns a text with a value in the place of each marker, `@name@`.
pub(crate) fn filled(text: &str, values: &[(&str, &str)]) -> String {
    let value = |name: &str| values.iter().find(|(marker, _)| *marker == name).map(|(_, value)| *value);
    let parts = text.split('@').enumerate();
    parts.map(|(at, part)| if at % 2 == 0 { part } else { value(part).unwrap_or_default() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_looks_like_a_marker_stays() {
        let values = [("name", "step_@count@"), ("count", "4")];
        assert_eq!(filled("@name@[@count@] of @name@", &values), "step_@count@[4] of step_@count@");
    }
}
