//! What a data sheet keeps of the training rows, to compare other rows with.

use super::groups::Groups;
use super::row_hash::row_hashes;
use super::table::{ColumnKind, Inputs, Table};
use crate::error::text::listed;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap, HashSet};

/// The number of hashes that a data sheet keeps: the least ones, which are a random sample of the
/// distinct rows.
const KEPT: usize = 128;
/// The number of rows by which the distinct values of a column are counted.
const LOOKED_AT: usize = 5_000;
/// The ratio of pairs of values to rows from which on equal rows are no chance.
const SPARSE: usize = 10;
/// The ratio of expected to distinct rows from which on equal rows are no chance.
const COPIES: f64 = 4.0;
/// The share of equal rows up to which the error is hardly lower.
const HARDLY: f64 = 0.01;
/// The share of rows that equal others from which on it is told.
const MANY: f64 = 0.05;

/// What a data sheet keeps of the training rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainingRows {
    /// The number of rows.
    pub rows: u64,
    /// The share of the rows that equal another one.
    pub repeated: f64,
    /// The least and the largest value of each input; `None` where all are missing.
    pub ranges: Vec<Option<[f64; 2]>>,
    /// The places of the inputs that are missing in some rows; `None` where that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<Vec<usize>>,
    /// The least hashes of rows in hexadecimal digits, with all distinct rows where they are few.
    pub hashes: Vec<String>,
}

/// The rows of a table that equal training rows, as far as these are known.
struct Overlap {
    /// The number of rows that were looked for, and of those that were found.
    looked: usize,
    found: usize,
    /// The number of all rows.
    rows: usize,
}

impl TrainingRows {
    /// Summarises training rows.
    pub fn of(table: &Table) -> TrainingRows {
        let hashes = row_hashes(table);
        let least: BTreeSet<u64> = hashes.iter().copied().collect();
        let is_missing = |place: usize| table.inputs.columns[place].iter().any(|x| x.is_nan());
        TrainingRows {
            rows: hashes.len() as u64,
            repeated: repeated_by_chance(table, &hashes),
            ranges: table.inputs.columns.iter().map(|column| range(column)).collect(),
            missing: Some((0..table.inputs.columns.len()).filter(|&place| is_missing(place)).collect()),
            hashes: least.into_iter().take(KEPT).map(|hash| format!("{hash:016x}")).collect(),
        }
    }

    /// Returns a remark on rows that equal training rows, if there are more than chance explains.
    pub fn overlap(&self, table: &Table) -> Option<String> {
        let kept: Vec<u64> = self.hashes.iter().filter_map(|hash| u64::from_str_radix(hash, 16).ok()).collect();
        let is_sample = kept.len() >= KEPT;
        let most = if is_sample { kept.last().copied()? } else { u64::MAX };
        let hashes = row_hashes(table);
        let looked = || hashes.iter().filter(|hash| **hash <= most);
        let found = looked().filter(|hash| kept.binary_search(hash).is_ok()).count();
        let overlap = Overlap { looked: looked().count(), found, rows: hashes.len() };
        overlap.remark(self.repeated, "rows")
    }

    /// Returns remarks on rows with an input that is farther outside the range of the training rows
    /// than this range is wide, or that is missing though no training row lacks it.
    pub fn outside(&self, inputs: &Inputs) -> Vec<String> {
        let mut outside = Outside::of(self);
        outside.add(inputs);
        outside.remarks()
    }
}

/// The rows with an input that is farther outside the range of the training rows than this range is
/// wide, or that is missing though it was in no training row, chunk by chunk.
#[derive(Clone, Debug)]
pub struct Outside<'a> {
    training: &'a TrainingRows,
    rows: usize,
    far: usize,
    /// The name of each column, and the number of its cells that are outside.
    columns: Vec<(usize, String)>,
    /// The same of cells that are missing.
    missing: Vec<(usize, String)>,
}

impl Outside<'_> {
    /// Nothing of no row.
    pub fn of(training: &TrainingRows) -> Outside<'_> {
        Outside { training, rows: 0, far: 0, columns: Vec::new(), missing: Vec::new() }
    }

    /// Adds rows.
    pub fn add(&mut self, inputs: &Inputs) {
        let is_far = |x: f64, [low, high]: [f64; 2]| x < low - (high - low) || x > high + (high - low);
        let mut far = vec![false; inputs.rows()];
        self.columns.resize(inputs.columns.len(), (0, String::new()));
        // a feature of a window says nothing: its readings do
        let is_own = |place: usize| inputs.kinds.get(place) != Some(&ColumnKind::Window);
        let ranges = self.training.ranges.iter().zip(&mut self.columns);
        for (place, (column, (range, own))) in inputs.columns.iter().zip(ranges).enumerate() {
            let Some(range) = range.filter(|_| is_own(place)) else { continue };
            own.1.clone_from(&inputs.names[place]);
            for (far, _) in far.iter_mut().zip(column).filter(|(_, x)| is_far(**x, range)) {
                (*far, own.0) = (true, own.0 + 1);
            }
        }
        self.missing.resize(inputs.columns.len(), (0, String::new()));
        let known = self.training.missing.as_deref();
        for (place, (column, own)) in inputs.columns.iter().zip(&mut self.missing).enumerate() {
            let Some(name) = cell_name(inputs, place) else { continue };
            name.clone_into(&mut own.1);
            if known.is_some_and(|known| !known.contains(&place)) {
                own.0 += column.iter().filter(|x| x.is_nan()).count();
            }
        }
        self.rows += far.len();
        self.far += far.iter().filter(|far| **far).count();
    }

    /// Returns remarks, if there are such rows.
    pub fn remarks(self) -> Vec<String> {
        let (far, rows) = (self.far, self.rows);
        let missing: usize = self.missing.iter().map(|(count, _)| count).sum();
        let [columns, lacking] = [self.columns, self.missing].map(most_first);
        let are_far = || format!("{far} of {rows} rows are far outside the range of the training rows: {columns}");
        let are_missing = || match missing {
            1 => format!("1 cell is missing, of an input that every training row has: {lacking}"),
            _ => format!("{missing} cells are missing, of inputs that every training row has: {lacking}"),
        };
        (far > 0).then(are_far).into_iter().chain((missing > 0).then(are_missing)).collect()
    }
}

/// The name of a column as the file has it; none for another indicator of the same cell.
fn cell_name(inputs: &Inputs, place: usize) -> Option<&str> {
    let field = |place: usize| match inputs.kinds.get(place) {
        Some(ColumnKind::Indicator) => inputs.names[place].split_once('=').map(|(field, _)| field),
        _ => None,
    };
    match field(place) {
        None => Some(&inputs.names[place]),
        own if place > 0 && field(place - 1) == own => None,
        own => own,
    }
}

/// The names of columns with their counts, the most frequent first.
fn most_first(columns: Vec<(usize, String)>) -> String {
    let mut columns: Vec<(usize, String)> = columns.into_iter().filter(|(count, _)| *count > 0).collect();
    columns.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    let columns: Vec<String> = columns.iter().map(|(count, name)| format!("{name} ({count})")).collect();
    listed(&columns, 5)
}

/// Returns a remark on test rows that equal training rows, if there are more than chance explains.
pub fn overlap(train: &Table, test: &Table) -> Option<String> {
    let [known, test] = [train, test].map(row_hashes);
    let repeated = repeated_by_chance(train, &known);
    let known: BTreeSet<u64> = known.into_iter().collect();
    let found = test.iter().filter(|hash| known.contains(hash)).count();
    Overlap { looked: test.len(), found, rows: test.len() }.remark(repeated, "test rows")
}

impl Overlap {
    /// Returns a remark where more rows are found than repeat among the training rows themselves.
    fn remark(&self, repeated: f64, rows: &str) -> Option<String> {
        let Overlap { looked, found, rows: all } = *self;
        let share = found as f64 / looked.max(1) as f64;
        let chance = 1.5 * repeated + 3.0 * (repeated * (1.0 - repeated) / looked.max(1) as f64).sqrt();
        let about = if looked < all { "about " } else { "" };
        let count = (share * all as f64).round();
        match () {
            () if found == 0 => None,
            () if found == looked => {
                Some(format!("{about}all {all} {rows} equal training rows: this error is not that of new rows"))
            }
            () if share <= chance.max(HARDLY) => None,
            () => Some(format!("{about}{count} of {all} {rows} equal training rows: the error is too low")),
        }
    }
}

/// Returns a remark on rows that equal others, if there are more than chance explains; of groups
/// that the user named, whole ones are held out, and of a time series later rows.
pub fn repeats(table: &Table) -> Option<String> {
    if matches!(table.groups, Groups::Labelled(_) | Groups::TimeSeries) {
        return None;
    }
    let hashes = row_hashes(table);
    let (rows, share) = (hashes.len(), repeated(&hashes));
    let count = (share * rows as f64).round();
    let are_copies = share > MANY && repeated_by_chance(table, &hashes) == 0.0;
    let told =
        || format!("{count} of {rows} rows equal another one: if they are copies, errors on held-out rows are too low");
    are_copies.then(told)
}

/// Returns the share of rows that equal others, where chance may explain it: not where two columns
/// alone have far more pairs of values than there are rows, or would make far more distinct rows if
/// they were independent.
fn repeated_by_chance(table: &Table, hashes: &[u64]) -> f64 {
    let rows = hashes.len().min(LOOKED_AT);
    let distinct_rows = hashes[..rows].iter().collect::<HashSet<_>>().len();
    let distinct = |column: &Vec<f64>| column[..rows].iter().map(|x| x.to_bits()).collect::<HashSet<u64>>().len();
    let repeated = repeated(hashes);
    if repeated == 0.0 {
        return 0.0;
    }
    let mut counts: Vec<usize> = table.inputs.columns.iter().map(distinct).collect();
    counts.sort_unstable_by(|a, b| b.cmp(a));
    let pairs: usize = counts.iter().take(2).product();
    let expected = pairs as f64 * -(-(rows as f64) / pairs.max(1) as f64).exp_m1();
    let are_copies = pairs > SPARSE * rows || expected > COPIES * distinct_rows as f64;
    if counts.len() > 1 && are_copies { 0.0 } else { repeated }
}

/// Returns the share of hashes that occur more than once.
fn repeated(hashes: &[u64]) -> f64 {
    let mut counts: HashMap<u64, usize> = HashMap::new();
    hashes.iter().for_each(|hash| *counts.entry(*hash).or_default() += 1);
    let more: usize = counts.values().filter(|count| **count > 1).sum();
    more as f64 / hashes.len().max(1) as f64
}

/// Returns the least and the largest value of a column, if there is one.
fn range(column: &[f64]) -> Option<[f64; 2]> {
    let known = || column.iter().copied().filter(|x| !x.is_nan());
    Some([known().reduce(f64::min)?, known().reduce(f64::max)?])
}

#[cfg(test)]
mod tests {
    use super::super::columns::Columns;
    use super::super::file::DataFile;
    use super::super::schema::Schema;
    use super::*;
    use crate::data::ColumnKind;
    use std::path::Path;

    /// Rows `from..to`, all different, or in pairs of two.
    fn table(rows: std::ops::Range<u32>, pairs: bool) -> Table {
        let row = |i: u32| {
            let i = if pairs { i / 2 } else { i };
            format!("{},{},{}\n", i, i * 7 % 13, i % 3)
        };
        let text = format!("a,b,y\n{}", rows.map(row).collect::<String>());
        let file = DataFile::from_bytes(Path::new("t.csv"), text.into()).unwrap();
        Schema::learn(&file, &Columns::default()).unwrap().0.read(&file).unwrap()
    }

    #[test]
    fn equal_rows_are_counted_exactly_where_all_are_at_hand() {
        let train = table(0..1000, false);
        assert_eq!(overlap(&train, &table(1000..1500, false)), None);
        assert!(overlap(&train, &table(990..1490, false)).unwrap().starts_with("10 of 500 test rows equal"));
        assert!(overlap(&train, &table(0..1000, false)).unwrap().starts_with("all 1000 test rows equal"));
        // rows that repeat among themselves say nothing
        let pairs = table(0..1000, true);
        assert_eq!(overlap(&pairs, &table(500..1100, true)), None);
    }

    /// Two columns that are another number in every second row do not repeat by chance.
    #[test]
    fn rows_that_were_written_twice_are_told() {
        let row = |i: u32| format!("{},{},{}\n", i / 2, i / 2 * 7919 % 1009, i / 2 % 3);
        let rows = |rows: std::ops::Range<u32>| {
            let text = format!("a,b,y\n{}", rows.map(row).collect::<String>());
            let file = DataFile::from_bytes(Path::new("t.csv"), text.into()).unwrap();
            Schema::learn(&file, &Columns::default()).unwrap().0.read(&file).unwrap()
        };
        let (train, test) = (rows(0..1000), rows(500..1100));
        assert!(overlap(&train, &test).unwrap().starts_with("500 of 600 test rows equal"));
        assert_eq!(overlap(&train, &rows(995..1995)), None, "five of a thousand hardly matter");
        let told = "1000 of 1000 rows equal another one: if they are copies, errors on held-out rows are too low";
        assert_eq!(repeats(&train).as_deref(), Some(told));
        let groups = Groups::Labelled((0..1000).map(|row| row / 2).collect());
        assert_eq!(repeats(&Table { groups, ..train }), None, "copies are held out together");
        assert_eq!(repeats(&table(0..1000, false)).or(repeats(&table(0..1000, true))), None);
    }

    #[test]
    fn a_missing_text_is_one_cell() {
        let names = ["a", "c=u", "c=v"];
        let inputs = |missing: f64| Inputs {
            names: names.map(String::from).into(),
            kinds: vec![ColumnKind::Number, ColumnKind::Indicator, ColumnKind::Indicator],
            columns: vec![vec![0.0, 1.0], vec![0.0, missing], vec![1.0, missing]],
        };
        let sheet =
            TrainingRows { ranges: vec![None; 3], missing: Some(Vec::new()), ..TrainingRows::of(&table(0..9, false)) };
        assert_eq!(sheet.outside(&inputs(0.0)), [""; 0]);
        let lacking = sheet.outside(&inputs(f64::NAN));
        assert_eq!(lacking, ["1 cell is missing, of an input that every training row has: c (1)"]);
    }

    #[test]
    fn equal_rows_are_estimated_from_a_sample() {
        let sheet = TrainingRows::of(&table(0..3000, false));
        assert_eq!((sheet.rows, sheet.hashes.len(), sheet.repeated), (3000, KEPT, 0.0));
        assert_eq!(sheet.overlap(&table(3000..6000, false)), None);
        assert!(sheet.overlap(&table(0..3000, false)).unwrap().starts_with("about all 3000 rows"));
        let half = sheet.overlap(&table(1500..4500, false)).unwrap();
        let count: f64 = half.split(' ').nth(1).unwrap().parse().unwrap();
        assert!((1000.0..2000.0).contains(&count), "{half}");
    }

    #[test]
    fn rows_far_outside_the_range_are_counted_by_column() {
        let sheet = TrainingRows::of(&table(0..100, false));
        let inputs = |a: Vec<f64>| Inputs {
            names: vec!["a".into(), "b".into()],
            kinds: vec![ColumnKind::Number; 2],
            columns: vec![a.clone(), vec![0.0; a.len()]],
        };
        assert_eq!(sheet.outside(&inputs(vec![-90.0, 190.0, 0.0])), [""; 0]);
        let far = sheet.outside(&inputs(vec![-100.0, 50.0, 199.0]));
        assert_eq!(far, ["2 of 3 rows are far outside the range of the training rows: a (2)"]);
        let lacking = sheet.outside(&inputs(vec![f64::NAN, 50.0, f64::NAN]));
        assert_eq!(lacking, ["2 cells are missing, of inputs that every training row has: a (2)"]);
        for missing in [Some(vec![0]), None] {
            let sheet = TrainingRows { missing, ..sheet.clone() };
            assert_eq!(sheet.outside(&inputs(vec![f64::NAN])), [""; 0]);
        }
    }
}
