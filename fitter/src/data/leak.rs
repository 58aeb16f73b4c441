//! Columns and classes that make a fit look better, or its figures surer, than they are.

use super::note::{listed, one_or_many};
use super::schema::{Field, Kind, Schema};
use super::table::{Inputs, Table, Targets};
use std::collections::HashMap;

/// Fewer rows are alike or in order by chance.
const ROWS: usize = 20;
/// So many rows of each value, on the average, that a value tells its target by more than being the only one.
const EACH: usize = 5;
/// A correlation that leaves 0.02 % of the target's variance: less than what measures anything else than the target itself.
const SAME: f64 = 0.9999;
/// Rows of a class below which its errors say little: of 10, a single one is 10 %.
const RARE: usize = 10;

/// Sentences about identifiers and copies of the target among the inputs, which are in the order of their file.
pub fn leaks(schema: &Schema, table: &Table) -> Vec<String> {
    let columns = columns(schema, &table.inputs);
    let found = |why: &dyn Fn(&Column) -> Option<String>| -> Vec<(String, String)> {
        columns.iter().filter_map(|column| Some((column.name.to_owned(), why(column)?))).collect()
    };
    let copies = found(&|column| column.copy(&table.targets));
    let known: Vec<&String> = copies.iter().map(|(name, _)| name).collect();
    let identifiers: Vec<_> =
        found(&|column| column.identifier()).into_iter().filter(|(name, _)| !known.contains(&name)).collect();
    [sentences(&copies, "tell the target by themselves"), sentences(&identifiers, "look like identifiers")].concat()
}

/// A sentence about classes of which there are too few rows (`of` which?) to judge them.
pub fn rare(targets: &Targets, of: &str) -> Option<String> {
    let Targets::Classes { labels, index } = targets else { return None };
    let mut counts = vec![0; labels.len()];
    index.iter().for_each(|&class| counts[class as usize] += 1);
    let few = labels.iter().zip(counts).filter(|(_, count)| *count < RARE);
    let few: Vec<String> = few.map(|(label, count)| format!("{label:?} ({count})")).collect();
    let names = listed(&few, 5);
    (!few.is_empty()).then(|| format!("fewer than {RARE} {of} rows are too few to judge a class by: {names}"))
}

fn sentences(columns: &[(String, String)], all: &str) -> Vec<String> {
    let one = |name: &str, why: &String| format!("column {name:?} {why}; --ignore {name} leaves it out");
    one_or_many(columns, one, |names| format!("{} columns {all}; --ignore leaves them out: {names}", columns.len()))
}

/// A field in numbers, one for each row; NaN is missing.
struct Column<'a> {
    name: &'a str,
    /// Whether their order means something.
    ordered: bool,
    cells: Vec<f64>,
}

/// The fields, a category as the number of its indicator.
fn columns<'a>(schema: &'a Schema, inputs: &Inputs) -> Vec<Column<'a>> {
    let mut rest = &inputs.columns[..];
    let column = |field: &'a Field| {
        let (own, others) = rest.split_at(field.kind.width());
        rest = others;
        let ordered = field.kind == Kind::Number;
        let level = |row: usize| match own.iter().position(|indicator| indicator[row] == 1.0) {
            Some(level) => level as f64 + 1.0,
            None => own[0][row], // missing, or none of them
        };
        let cells = if ordered { own[0].clone() } else { (0..inputs.rows()).map(level).collect() };
        Column { name: &field.name, ordered, cells }
    };
    schema.fields.iter().map(column).collect()
}

impl Column<'_> {
    /// How it numbers the rows, if it does.
    fn identifier(&self) -> Option<String> {
        let cells = &self.cells;
        if !self.ordered || cells.len() < ROWS || cells.iter().any(|cell| cell.is_nan()) {
            return None;
        }
        let step = |way: fn(&f64, &f64) -> bool| cells.windows(2).all(|pair| way(&pair[0], &pair[1]));
        let whole = || cells.iter().all(|cell| cell.fract() == 0.0) && distinct(cells) == cells.len();
        Some(match () {
            () if step(f64::lt) => "rises from each row to the next: a counter, or a time?".to_owned(),
            () if step(f64::gt) => "falls from each row to the next: a counter, or a time?".to_owned(),
            () if whole() => "is another whole number in every row: an identifier?".to_owned(),
            () => return None,
        })
    }

    /// How it gives the target away, if it does.
    fn copy(&self, targets: &Targets) -> Option<String> {
        let truth: Vec<f64> = match targets {
            Targets::Classes { index, .. } => index.iter().map(|&class| f64::from(class)).collect(),
            Targets::Values(values) => values.clone(),
        };
        let known = self.cells.iter().zip(&truth).filter(|(cell, _)| !cell.is_nan());
        let mut pairs: Vec<(f64, f64)> = known.map(|(cell, truth)| (*cell, *truth)).collect();
        if pairs.len() < ROWS.max(self.cells.len() / 2) {
            return None;
        }
        pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
        let classes = matches!(targets, Targets::Classes { .. });
        let correlation = correlation(&pairs);
        Some(match () {
            () if decided(&pairs) => "decides the target of every row: a copy of it?".to_owned(),
            () if !self.ordered => return None,
            () if classes && parted(&pairs) => "parts the classes without an error: a copy of the target?".to_owned(),
            () if !classes && correlation.abs() >= SAME => {
                format!("correlates with the target by {correlation:.6}: a copy of it?")
            }
            () if !classes && monotone(&pairs) => "orders all rows as the target does: a copy of it?".to_owned(),
            () => return None,
        })
    }
}

/// Whether each value goes with one target only, and several rows with each value; pairs are in the order of the values.
fn decided(pairs: &[(f64, f64)]) -> bool {
    let runs: Vec<&[(f64, f64)]> = pairs.chunk_by(|a, b| a.0 == b.0).collect();
    let one = |run: &&[(f64, f64)]| run.iter().all(|pair| pair.1 == run[0].1);
    runs.len() > 1 && runs.len() * EACH <= pairs.len() && runs.iter().all(one)
}

/// Whether each class has an interval of values for itself.
fn parted(pairs: &[(f64, f64)]) -> bool {
    let runs: Vec<&[(f64, f64)]> = pairs.chunk_by(|a, b| a.1 == b.1).collect();
    let apart = runs.windows(2).all(|pair| pair[0][pair[0].len() - 1].0 < pair[1][0].0);
    apart && runs.len() > 1 && runs.len() == distinct(&pairs.iter().map(|pair| pair.1).collect::<Vec<_>>())
}

/// Whether targets rise or fall strictly with many values, equal ones having equal targets.
fn monotone(pairs: &[(f64, f64)]) -> bool {
    let step = |way: fn(&f64, &f64) -> bool| {
        pairs.windows(2).all(|pair| match pair[0].0 == pair[1].0 {
            true => pair[0].1 == pair[1].1,
            false => way(&pair[0].1, &pair[1].1),
        })
    };
    pairs.chunk_by(|a, b| a.0 == b.0).count() >= ROWS && (step(f64::lt) || step(f64::gt))
}

/// Pearson's; 0 where one is constant.
fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let rows = pairs.len() as f64;
    let sum = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>();
    let (x, y) = (sum(&|pair| pair.0) / rows, sum(&|pair| pair.1) / rows);
    let product = sum(&|pair| (pair.0 - x) * (pair.1 - y));
    let squares = sum(&|pair| (pair.0 - x).powi(2)) * sum(&|pair| (pair.1 - y).powi(2));
    if squares > 0.0 { product / squares.sqrt() } else { 0.0 }
}

fn distinct(values: &[f64]) -> usize {
    let bits = |value: &f64| (value + 0.0).to_bits(); // -0 is 0
    values.iter().map(|value| (bits(value), ())).collect::<HashMap<_, _>>().len()
}

#[cfg(test)]
mod tests {
    use super::super::{Columns, DataFile, Task};
    use super::*;
    use std::path::Path;

    /// What is said about the column `x`, whose cells and targets are made for 60 rows.
    fn said(task: Task, row: impl Fn(u32) -> (String, String)) -> Vec<String> {
        let row = |i| {
            let (x, y) = row(i);
            format!("{x},{},{y}\n", i * 7919 % 13)
        };
        let text = format!("x,other,y\n{}", (0..60).map(row).collect::<String>());
        let file = DataFile::from_bytes(Path::new("t.csv"), text.into()).unwrap();
        let (schema, _) = Schema::learn(&file, &Columns { task, ..Columns::default() }).unwrap();
        leaks(&schema, &schema.read(&file).unwrap())
    }

    /// Something without an order.
    fn noise(i: u32) -> u32 {
        i.wrapping_mul(2_654_435_761) >> 12
    }

    fn suspected(task: Task, row: impl Fn(u32) -> (String, String), part: &str) {
        let said = said(task, row);
        assert!(said.len() == 1 && said[0].starts_with("column \"x\"") && said[0].contains(part), "{said:?}");
        assert!(said[0].ends_with("--ignore x leaves it out"), "{said:?}");
    }

    #[test]
    fn identifiers_are_suspected() {
        let class = |i: u32| (noise(i) % 2).to_string();
        suspected(Task::Auto, |i| ((i + 100).to_string(), class(i)), "rises");
        suspected(Task::Auto, |i| ((3.5 - f64::from(i)).to_string(), class(i)), "falls");
        suspected(Task::Auto, |i| ((i * 37 % 61 + 1000).to_string(), class(i)), "whole number in every row");
    }

    #[test]
    fn copies_of_the_target_are_suspected() {
        let class = |i: u32| noise(i) % 3;
        let letter = |i: u32| ["c", "a", "b"][class(i) as usize].to_owned();
        suspected(Task::Auto, |i| (letter(i), class(i).to_string()), "decides");
        suspected(Task::Auto, |i| ((class(i) * 5 % 3).to_string(), letter(i)), "decides");
        let near = |i: u32| f64::from(class(i)) + f64::from(noise(i + 7) % 1000) / 2000.0;
        suspected(Task::Auto, |i| (near(i).to_string(), class(i).to_string()), "parts the classes");
        let value = |i: u32| f64::from(noise(i)) / 7.0;
        suspected(Task::Regression, |i| ((1.0 - 2.0 * value(i)).to_string(), value(i).to_string()), "-1.000000");
        suspected(Task::Regression, |i| (value(i).sqrt().to_string(), value(i).powi(2).to_string()), "orders all rows");
    }

    /// Measurements, a clumsy copy, a category that decides most rows, and a value for each row that is not whole.
    #[test]
    fn others_are_not() {
        let (class, value) = (|i: u32| noise(i) % 2, |i: u32| f64::from(noise(i) % 100_000) / 7.0);
        for (task, row) in [
            (Task::Auto, &(|i| (value(i + 9).to_string(), class(i).to_string())) as &dyn Fn(u32) -> (String, String)),
            (Task::Auto, &|i| ((class(i) ^ u32::from(i == 30)).to_string(), class(i).to_string())),
            (Task::Regression, &|i| ((value(i) + 500.0 * f64::from(i % 5)).to_string(), value(i).to_string())),
            (Task::Regression, &|i| ((noise(i) % 50).to_string(), value(i + 3).to_string())),
        ] {
            assert_eq!(said(task, row), [""; 0]);
        }
    }

    #[test]
    fn classes_of_a_few_rows_are_named_with_their_counts() {
        let labels: Vec<String> = ["a", "b", "c"].map(str::to_owned).into();
        let index = [vec![0; 10], vec![1; 9]].concat();
        let said = rare(&Targets::Classes { labels, index }, "test").unwrap();
        assert_eq!(said, "fewer than 10 test rows are too few to judge a class by: \"b\" (9), \"c\" (0)");
        assert_eq!(rare(&Targets::Values(vec![1.0]), "test"), None);
    }
}
