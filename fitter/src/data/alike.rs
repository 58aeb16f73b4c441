//! Texts that look alike: labels of classes, and categories of an input.

use super::schema::{Field, Kind};
use crate::error::text::shortened;
use std::collections::HashMap;

/// Returns a remark on labels that differ by capitals or spaces alone.
pub(super) fn alike(labels: &[String]) -> Option<String> {
    let [first, second] = pair(labels)?;
    Some(format!("classes {first:?} and {second:?} differ by capitals or spaces alone: are they one class?"))
}

/// Returns a remark on categories that differ by capitals or spaces alone, of the first column that
/// has such.
pub(super) fn alike_categories(fields: &[Field]) -> Option<String> {
    let categories = fields.iter().filter_map(|field| match &field.kind {
        Kind::Category { levels } => Some((&field.name, levels)),
        Kind::Number => None,
    });
    let mut doubtful = categories.filter_map(|(name, levels)| Some((name, pair(levels)?)));
    let (name, [first, second]) = doubtful.next()?;
    let more = match doubtful.count() {
        0 => String::new(),
        1 => " Another column has such texts too".to_owned(),
        count => format!(" {count} other columns have such texts too"),
    };
    Some(format!(
        "column {name:?}: {first:?} and {second:?} differ by capitals or spaces alone, and are two categories: are they one?{more}"
    ))
}

/// Returns the first two texts that differ by capitals or spaces alone.
fn pair(texts: &[String]) -> Option<[String; 2]> {
    let mut seen: HashMap<String, &String> = HashMap::new();
    texts.iter().find_map(|text| {
        let plain: String = text.to_lowercase().split_whitespace().collect();
        let other = seen.insert(plain, text)?;
        Some([other, text].map(|text| shortened(text)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn labels_that_look_alike_are_told() {
        let of = |labels: &[&str]| alike(&texts(labels));
        let told = "classes \"On\" and \"on\" differ by capitals or spaces alone: are they one class?";
        assert_eq!(of(&["Off", "On", "on"]).as_deref(), Some(told));
        assert!(of(&["left turn", "left  turn"]).is_some());
        assert_eq!([of(&["1", "1.0"]), of(&["a", "b"]), of(&["lef t", "right"]), of(&[])], [const { None }; 4]);
    }

    #[test]
    fn the_first_column_of_categories_that_look_alike_is_told() {
        let field = |name: &str, levels: &[&str]| Field {
            name: name.to_owned(),
            kind: if levels.is_empty() { Kind::Number } else { Kind::Category { levels: texts(levels) } },
        };
        let [number, plain, city] =
            [field("n", &[]), field("p", &["a", "b"]), field("city", &["Paris", "paris", "Rome"])];
        let of = |fields: &[&Field]| alike_categories(&fields.iter().copied().cloned().collect::<Vec<_>>());
        let told = "column \"city\": \"Paris\" and \"paris\" differ by capitals or spaces alone, and are two categories: are they one?";
        assert_eq!(of(&[&number, &plain, &city]).as_deref(), Some(told));
        assert_eq!(of(&[&number, &plain]), None);
        assert!(of(&[&city, &city, &city]).unwrap().ends_with("one? 2 other columns have such texts too"));
    }
}
