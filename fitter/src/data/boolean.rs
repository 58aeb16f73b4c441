//! Booleans, which files spell in several ways.

/// The words of booleans, the false one first.
const WORDS: [&str; 2] = ["false", "true"];
/// Their numbers.
const NUMBERS: [&str; 2] = ["0", "1"];

/// Returns the boolean that a word stands for, whatever its case: pandas writes `True` to CSV, and
/// Parquet has `true`.
pub(super) fn boolean(text: &str) -> Option<bool> {
    WORDS.iter().position(|word| word.eq_ignore_ascii_case(text)).map(|place| place == 1)
}

/// Returns the level that a text stands for, if there is one: where both are booleans, that of the
/// same word in any case, or of 0 and 1.
pub(super) fn level<'a>(levels: &'a [String], text: &str) -> Option<&'a str> {
    if let Some(own) = levels.iter().find(|level| *level == text) {
        return Some(own);
    }
    let is_boolean = levels.len() == WORDS.len() && levels.iter().all(|level| boolean(level).is_some());
    let number = || NUMBERS.iter().position(|number| *number == text).map(|place| place == 1);
    let meant = boolean(text).or_else(number).filter(|_| is_boolean)?;
    levels.iter().find(|level| boolean(level) == Some(meant)).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn booleans_are_the_same_in_every_spelling() {
        let of = |levels: [&str; 2], text: &str| level(&levels.map(str::to_owned), text).map(str::to_owned);
        for levels in [["False", "True"], ["false", "true"], ["FALSE", "TRUE"]] {
            for text in ["true", "True", "TRUE", "1"] {
                assert_eq!(of(levels, text).as_deref(), Some(levels[1]));
            }
            assert_eq!(of(levels, "0").as_deref(), Some(levels[0]));
            assert_eq!((of(levels, "yes"), of(levels, "2"), of(levels, "")), (None, None, None));
        }
        assert_eq!(of(["in", "out"], "IN"), None);
        assert_eq!((of(["no", "true"], "1"), of(["no", "true"], "true").as_deref()), (None, Some("true")));
    }
}
