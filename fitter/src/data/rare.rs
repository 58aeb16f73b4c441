//! Classes with too few rows.

use super::table::Targets;
use crate::error::text::listed;

/// The number of rows of a class below which its error says little: of 10 rows, a single one is 10
/// %.
const RARE: usize = 10;

/// Returns a note about classes with too few rows to judge them by; `part` names the rows, as in
/// "test".
pub fn rare_classes(targets: &Targets, part: &str) -> Option<String> {
    let Targets::Classes { labels, index } = targets else { return None };
    let mut counts = vec![0; labels.len()];
    index.iter().for_each(|&class| counts[class as usize] += 1);
    let few = labels.iter().zip(counts).filter(|(_, count)| *count < RARE);
    let few: Vec<String> = few.map(|(label, count)| format!("{label:?} ({count})")).collect();
    let names = listed(&few, 5);
    (!few.is_empty()).then(|| format!("fewer than {RARE} {part} rows are too few to judge a class by: {names}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_classes_are_named_with_their_counts() {
        let labels: Vec<String> = ["a", "b", "c"].map(str::to_owned).into();
        let index = [vec![0; 10], vec![1; 9]].concat();
        let note = rare_classes(&Targets::Classes { labels, index }, "test").unwrap();
        assert_eq!(note, "fewer than 10 test rows are too few to judge a class by: \"b\" (9), \"c\" (0)");
        assert_eq!(rare_classes(&Targets::Values(vec![1.0].into()), "test"), None);
    }
}
