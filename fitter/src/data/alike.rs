//! Classes whose labels look alike.

use crate::error::text::shortened;
use std::collections::HashMap;

/// Returns a remark on labels that differ by capitals or spaces alone.
pub(super) fn alike(labels: &[String]) -> Option<String> {
    let mut seen: HashMap<String, &String> = HashMap::new();
    labels.iter().find_map(|label| {
        let plain: String = label.to_lowercase().split_whitespace().collect();
        let other = seen.insert(plain, label)?;
        let [first, second] = [other, label].map(|label| shortened(label));
        Some(format!("classes {first:?} and {second:?} differ by capitals or spaces alone: are they one class?"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_that_look_alike_are_told() {
        let of = |labels: &[&str]| alike(&labels.iter().map(|label| (*label).to_owned()).collect::<Vec<_>>());
        let told = "classes \"On\" and \"on\" differ by capitals or spaces alone: are they one class?";
        assert_eq!(of(&["Off", "On", "on"]).as_deref(), Some(told));
        assert!(of(&["left turn", "left  turn"]).is_some());
        assert_eq!([of(&["1", "1.0"]), of(&["a", "b"]), of(&["lef t", "right"]), of(&[])], [const { None }; 4]);
    }
}
