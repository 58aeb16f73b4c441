//! The level of a category that a text stands for.

use super::boolean::{boolean, boolean_number};

/// Returns the level that a text stands for, if there is one: the text itself; where both levels
/// are booleans, the same word in any case, or 0 and 1; or the only level that is the same number,
/// since a program that writes `2` where all are whole writes `2.0` where one is missing.
pub(super) fn level<'a>(levels: &'a [String], text: &str) -> Option<&'a str> {
    let own = levels.iter().find(|level| *level == text);
    own.map(String::as_str).or_else(|| of_boolean(levels, text)).or_else(|| of_number(levels, text))
}

fn of_boolean<'a>(levels: &'a [String], text: &str) -> Option<&'a str> {
    let are_booleans = levels.len() == 2 && levels.iter().all(|level| boolean(level).is_some());
    let meant = boolean(text).or_else(|| boolean_number(text)).filter(|_| are_booleans)?;
    levels.iter().find(|level| boolean(level) == Some(meant)).map(String::as_str)
}

fn of_number<'a>(levels: &'a [String], text: &str) -> Option<&'a str> {
    let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite());
    let meant = number(text)?;
    let mut same = levels.iter().filter(|level| number(level) == Some(meant));
    same.next().filter(|_| same.next().is_none()).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of<const N: usize>(levels: [&str; N], text: &str) -> Option<String> {
        level(&levels.map(str::to_owned), text).map(str::to_owned)
    }

    #[test]
    fn booleans_are_the_same_in_every_spelling() {
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

    #[test]
    fn numbers_are_the_same_in_every_spelling_that_is_of_one_level() {
        for (text, level) in [("2", Some("2")), ("2.0", Some("2")), ("1e+16", Some("10000000000000000")), ("3", None)] {
            assert_eq!(of(["10000000000000000", "2", "other"], text).as_deref(), level, "{text}");
        }
        assert_eq!((of(["01", "1"], "01").as_deref(), of(["01", "1"], "1.0")), (Some("01"), None));
        assert_eq!((of(["1.50", "x"], "1.5").as_deref(), of(["nan", "x"], "NaN")), (Some("1.50"), None));
    }
}
