//! The labels of classes in memory: their order, and the class of each row.

use super::array_error::wrong;
use super::cell::Cell;
use crate::error::text::shortened;
use crate::error::{Error, Result};
use std::collections::{BTreeSet, HashMap};

/// The largest number of classes, as in a file.
const MOST: usize = 1000;

/// Returns the distinct labels, by value if all are numbers, otherwise bytewise.
///
/// # Errors
/// [`crate::Error::Data`] for a single class, and for too many.
pub(super) fn distinct_labels(found: &[String]) -> Result<Vec<String>> {
    let labels = in_order(found);
    match labels.as_slice() {
        [only] => Err(wrong(None, format!("the target has one class only ({:?})", shortened(only)))),
        all if all.len() > MOST => Err(wrong(None, format!("the target has more than {MOST} classes"))),
        _ => Ok(labels),
    }
}

/// Returns the place of each label among the distinct ones in their order; labels that are the same
/// class have the same place.
///
/// # Errors
/// [`crate::Error::Usage`] for a label that is missing.
pub fn label_places(found: &[String]) -> Result<Vec<u32>> {
    let places = indices(&in_order(found), found);
    places.map_err(|(at, what)| Error::Usage(format!("class {:?}: {what}", shortened(&found[at]))))
}

/// Returns the distinct labels, by value if all are numbers, otherwise bytewise.
fn in_order(found: &[String]) -> Vec<String> {
    let texts: BTreeSet<&str> = found.iter().map(|label| label.trim()).collect();
    let labels: Vec<String> = texts.into_iter().map(str::to_owned).collect();
    let Some(numbers) = numbers(&labels) else { return labels };
    let mut numbers: Vec<(f64, String)> = numbers.into_iter().zip(labels).collect();
    numbers.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    numbers.dedup_by(|(a, _), (b, _)| a == b);
    numbers.into_iter().map(|(_, label)| label).collect()
}

/// Returns the class of each row.
///
/// # Errors
/// The row and a reason, for a label that is missing or unknown.
pub(super) fn indices(labels: &[String], found: &[String]) -> std::result::Result<Vec<u32>, (usize, &'static str)> {
    let numbers = numbers(labels);
    let places: HashMap<&str, u32> = labels.iter().map(String::as_str).zip(0..).collect();
    let index = |(row, label): (usize, &String)| {
        let label = label.trim();
        let by_value = || {
            let Ok(Cell::Number(number)) = Cell::of(label) else { return None };
            numbers.as_ref()?.iter().position(|own| *own == number).map(|place| place as u32)
        };
        let place = places.get(label).copied().or_else(by_value);
        let reason = || match Cell::of(label) {
            Ok(Cell::Blank) => "the target is missing",
            _ => "is not a class of the training rows",
        };
        place.ok_or_else(|| (row, reason()))
    };
    if let Some(row) = found.iter().position(|label| Cell::of(label.trim()) == Ok(Cell::Blank)) {
        return Err((row, "the target is missing"));
    }
    found.iter().enumerate().map(index).collect()
}

/// Returns the values of labels, if all are numbers.
fn numbers(labels: &[String]) -> Option<Vec<f64>> {
    labels.iter().map(|label| Cell::of(label).ok().and_then(Cell::number)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_one_class_have_one_place() {
        let places = |labels: &[&str]| label_places(&labels.iter().map(|&label| label.to_owned()).collect::<Vec<_>>());
        assert_eq!(places(&["10", "9", "-1"]).unwrap(), [2, 1, 0]);
        assert_eq!(places(&["1", "1.0", "0"]).unwrap(), [1, 1, 0]);
        assert_eq!(places(&["1", "1.0", "b", " b"]).unwrap(), [0, 1, 2, 2]);
        assert!(places(&["a", "nan"]).unwrap_err().to_string().contains("class \"nan\": the target is missing"));
    }
}
