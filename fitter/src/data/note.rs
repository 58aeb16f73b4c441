//! Notes to the user about what was guessed, left out or missing.

use crate::error::text::{as_argument, listed, shortened};

/// The largest number of columns with a sentence each; more of them share one.
const FEW: usize = 5;

/// The findings while a schema is learned, with columns by name.
#[derive(Default)]
pub(super) struct Notes {
    /// Sentences about the target.
    pub(super) target: Vec<String>,
    /// Constant columns, with their only value.
    pub(super) constant: Vec<(String, String)>,
    /// Text columns, with the number of levels.
    pub(super) text: Vec<(String, usize)>,
    /// Text columns with cells `NA` or `?`, with their number.
    pub(super) marks: Vec<(String, u64)>,
    /// Text columns with many numbers, with cells that are none.
    pub(super) mixed: Vec<(String, String)>,
    /// Text columns of numbers with one unit, with the first cell.
    pub(super) units: Vec<(String, String)>,
    /// Columns with missing cells, with their number.
    pub(super) missing: Vec<(String, u64)>,
}

impl Notes {
    /// Returns the sentences, the most important first.
    pub(super) fn sentences(self) -> Vec<String> {
        let texts = [text(&self.text), marks(&self.marks), mixed(&self.mixed), units(&self.units)].concat();
        [self.target, constant(&self.constant), texts, missing(&self.missing)].concat()
    }
}

fn constant(columns: &[(String, String)]) -> Vec<String> {
    let one = |name: &str, value: &String| format!("column {name:?} is constant ({value}) and is left out");
    let many = |names| format!("{} columns are constant and are left out: {names}", columns.len());
    one_or_many(columns, one, many)
}

fn text(columns: &[(String, usize)]) -> Vec<String> {
    let levels: usize = columns.iter().map(|(_, levels)| levels).sum();
    let one = |name: &str, levels: &usize| format!("column {name:?} is text with {levels} levels, one-hot encoded");
    let many = |names| {
        let count = columns.len();
        format!("{count} columns are text with {levels} levels in all, one-hot encoded: {names}")
    };
    one_or_many(columns, one, many)
}

fn marks(columns: &[(String, u64)]) -> Vec<String> {
    const ARE_TEXTS: &str = "are texts like others; --na 'NA,?' makes them missing";
    let cells: u64 = columns.iter().map(|(_, cells)| cells).sum();
    let one = |name: &str, cells: &u64| format!("column {name:?} has {cells} cells NA or ?, which {ARE_TEXTS}");
    let many =
        |names| format!("{} columns of texts have {cells} cells NA or ?, which {ARE_TEXTS}: {names}", columns.len());
    one_or_many(columns, one, many)
}

fn mixed(columns: &[(String, String)]) -> Vec<String> {
    const TEXTS: &str = "each of which is a text now";
    let one = |name: &str, text: &String| {
        let (text, code) = (shortened(text), as_argument(text));
        format!("column {name:?} holds numbers, {TEXTS}, since {text:?} is none; --na {code} makes such cells missing")
    };
    let many = |names| format!("{} columns hold numbers, {TEXTS}, since some cells are none: {names}", columns.len());
    one_or_many(columns, one, many)
}

fn units(columns: &[(String, String)]) -> Vec<String> {
    let one = |name: &str, text: &String| {
        format!(
            "column {name:?} holds numbers with a unit, such as {text:?}, and is text; without the unit it is numbers"
        )
    };
    let many = |names| {
        format!(
            "{} columns hold numbers with a unit, and are text; without it they are numbers: {names}",
            columns.len()
        )
    };
    one_or_many(columns, one, many)
}

fn missing(columns: &[(String, u64)]) -> Vec<String> {
    let cells: u64 = columns.iter().map(|(_, cells)| cells).sum();
    let one = |name: &str, cells: &u64| match cells {
        1 => format!("column {name:?} has 1 missing cell"),
        _ => format!("column {name:?} has {cells} missing cells"),
    };
    let many = |names| format!("{} columns have {cells} missing cells in all: {names}", columns.len());
    one_or_many(columns, one, many)
}

/// Returns a sentence for each of a few columns, or a single one that lists the first of many.
pub(super) fn one_or_many<T>(
    columns: &[(String, T)],
    one: impl Fn(&str, &T) -> String,
    many: impl Fn(String) -> String,
) -> Vec<String> {
    if columns.len() <= FEW {
        return columns.iter().map(|(name, item)| one(&shortened(name), item)).collect();
    }
    let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
    vec![many(listed(&names, FEW))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_cut() {
        assert_eq!(listed(&["a", "b"], 2), "a, b");
        assert_eq!(listed(&["a", "b", "c", "d"], 2), "a, b and 2 more");
    }

    #[test]
    fn few_columns_have_a_sentence_each() {
        let notes = Notes {
            constant: vec![("x".into(), "3.5".into())],
            marks: vec![("k".into(), 4)],
            mixed: vec![("o".into(), "n/a".into())],
            units: vec![("u".into(), "5 V".into())],
            missing: vec![("m".into(), 1), ("n".into(), 7)],
            ..Notes::default()
        };
        let expected = [
            "column \"x\" is constant (3.5) and is left out",
            "column \"k\" has 4 cells NA or ?, which are texts like others; --na 'NA,?' makes them missing",
            "column \"o\" holds numbers, each of which is a text now, since \"n/a\" is none; \
             --na n/a makes such cells missing",
            "column \"u\" holds numbers with a unit, such as \"5 V\", and is text; without the unit it is numbers",
            "column \"m\" has 1 missing cell",
            "column \"n\" has 7 missing cells",
        ];
        assert_eq!(notes.sentences(), expected);
    }

    #[test]
    fn many_columns_share_a_sentence() {
        let columns = 0..8;
        let notes = Notes {
            constant: columns.clone().map(|i| (format!("c{i}"), "0".into())).collect(),
            text: columns.clone().map(|i| (format!("t{i}"), 3)).collect(),
            missing: columns.map(|i| (format!("m{i}"), 2)).collect(),
            ..Notes::default()
        };
        let expected = [
            "8 columns are constant and are left out: c0, c1, c2, c3, c4 and 3 more",
            "8 columns are text with 24 levels in all, one-hot encoded: t0, t1, t2, t3, t4 and 3 more",
            "8 columns have 16 missing cells in all: m0, m1, m2, m3, m4 and 3 more",
        ];
        assert_eq!(notes.sentences(), expected);
    }
}
