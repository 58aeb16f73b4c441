//! Input columns that leak the target or number the rows.

use super::cell::is_exact;
use super::note::one_or_many;
use super::relation::{Relation, distinct};
use super::schema::{Field, Kind, Schema};
use super::table::{Inputs, Table, Targets};
use crate::error::text::as_argument;

/// The least number of rows to judge by: fewer are alike or in order by chance.
const LEAST_ROWS: usize = 20;
/// The pairs of equal ones among random whole numbers from which on none at all is no chance: of
/// one in twenty columns.
const EQUAL_PAIRS: f64 = 3.0;
/// The correlation from which on a column is a copy of the target. It leaves 0.02 % of the target's
/// variance, less than a measurement of anything else leaves.
const COPY: f64 = 0.9999;

/// Returns notes about inputs that look like identifiers or copies of the target. The rows must be
/// in the order of their file.
pub(super) fn leaks(schema: &Schema, table: &Table) -> Vec<String> {
    let columns = columns(schema, &table.inputs);
    let found = |reason: &dyn Fn(&Column) -> Option<String>| -> Vec<(String, String)> {
        columns.iter().filter_map(|column| Some((column.name.to_owned(), reason(column)?))).collect()
    };
    let copies = found(&|column| column.copy(&table.targets));
    let is_copy = |name: &String| copies.iter().any(|(copy, _)| copy == name);
    let identifiers: Vec<_> =
        found(&|column| column.identifier()).into_iter().filter(|(name, _)| !is_copy(name)).collect();
    [notes(&copies, "predict the target alone"), notes(&identifiers, "look like identifiers")].concat()
}

fn notes(columns: &[(String, String)], all: &str) -> Vec<String> {
    let one =
        |name: &str, reason: &String| format!("column {name:?} {reason}; --ignore {} leaves it out", as_argument(name));
    one_or_many(columns, one, |names| format!("{} columns {all}; --ignore leaves them out: {names}", columns.len()))
}

/// Returns true where whole numbers may differ by chance: so few, in a range that a sensor of 16
/// bits has, that random ones would have few pairs of equal ones.
fn is_unique_by_chance(values: &[f64]) -> bool {
    let [least, most] = values
        .iter()
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[least, most], value| [least.min(*value), most.max(*value)]);
    let pairs = (values.len() as f64).powi(2) / 2.0;
    most - least <= f64::from(u16::MAX) && pairs / (most - least + 1.0) < EQUAL_PAIRS
}

/// A field as a single column of numbers.
struct Column<'a> {
    name: &'a str,
    /// Whether the order of the values has a meaning.
    is_ordered: bool,
    /// The value of each row; NaN is missing.
    values: Vec<f64>,
}

/// Turns each field into a single column, a category into the index of its indicator.
fn columns<'a>(schema: &'a Schema, inputs: &Inputs) -> Vec<Column<'a>> {
    let mut rest = &inputs.columns[..];
    let column = |field: &'a Field| {
        let (own, others) = rest.split_at(field.kind.width());
        rest = others;
        let is_ordered = field.kind == Kind::Number;
        let level = |row: usize| match own.iter().position(|indicator| indicator[row] == 1.0) {
            Some(level) => level as f64 + 1.0,
            None => own[0][row], // missing, or the level without an indicator
        };
        let values = if is_ordered { own[0].clone() } else { (0..inputs.rows()).map(level).collect() };
        Column { name: &field.name, is_ordered, values }
    };
    schema.fields.iter().map(column).collect()
}

impl Column<'_> {
    /// Returns how the column numbers the rows, if it does.
    fn identifier(&self) -> Option<String> {
        let values = &self.values;
        if !self.is_ordered || values.len() < LEAST_ROWS || values.iter().any(|value| value.is_nan()) {
            return None;
        }
        let step = |compare: fn(&f64, &f64) -> bool| values.windows(2).all(|pair| compare(&pair[0], &pair[1]));
        let is_unique = || {
            // all numbers are whole where floats are no longer exact
            values.iter().all(|value| value.fract() == 0.0 && is_exact(*value))
                && distinct(values) == values.len()
                && !is_unique_by_chance(values)
        };
        Some(match () {
            () if step(f64::lt) => "rises from each row to the next: a counter, or a time?".to_owned(),
            () if step(f64::gt) => "falls from each row to the next: a counter, or a time?".to_owned(),
            () if is_unique() => "is another whole number in every row: an identifier?".to_owned(),
            () => return None,
        })
    }

    /// Returns how the column gives a target away, if it does.
    fn copy(&self, targets: &Targets) -> Option<String> {
        match targets {
            Targets::Values(values) => values.columns.iter().find_map(|column| self.copy_of(column, false)),
            Targets::Classes { index, .. } => {
                let classes: Vec<f64> = index.iter().map(|&class| f64::from(class)).collect();
                self.copy_of(&classes, true)
            }
        }
    }

    /// The same of one target.
    fn copy_of(&self, target: &[f64], classes: bool) -> Option<String> {
        let relation = Relation::new(&self.values, target);
        if relation.rows() < LEAST_ROWS.max(self.values.len() / 2) {
            return None;
        }
        let correlation = relation.correlation();
        Some(match () {
            () if relation.determines() => "decides the target of every row: a copy of it?".to_owned(),
            () if !self.is_ordered => return None,
            // classes of one row each are apart in any column
            () if classes && 2 * distinct(target) <= target.len() && relation.separates() => {
                "separates the classes without an error: a copy of the target?".to_owned()
            }
            () if classes => return None,
            () if correlation.abs() >= COPY => {
                format!("correlates with the target by {correlation:.6}: a copy of it?")
            }
            () if relation.is_monotone() => "orders all rows as the target does: a copy of it?".to_owned(),
            () => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::columns::{Columns, Task};
    use super::super::file::DataFile;
    use super::*;
    use std::path::Path;

    /// The notes about 60 rows whose column `x` and targets are given.
    fn notes_of(task: Task, row: impl Fn(u32) -> (String, String)) -> Vec<String> {
        let row = |i| {
            let (x, y) = row(i);
            format!("{x},{},{y}\n", i * 7919 % 13)
        };
        let text = format!("x,other,y\n{}", (0..60).map(row).collect::<String>());
        let file = DataFile::from_bytes(Path::new("t.csv"), text.into()).unwrap();
        let (schema, _) = Schema::learn(&file, &Columns { task, ..Columns::default() }).unwrap();
        leaks(&schema, &schema.read(&file).unwrap())
    }

    /// Numbers without an order.
    fn noise(i: u32) -> u32 {
        i.wrapping_mul(2_654_435_761) >> 12
    }

    fn suspected(task: Task, row: impl Fn(u32) -> (String, String), part: &str) {
        let notes = notes_of(task, row);
        assert!(notes.len() == 1 && notes[0].starts_with("column \"x\"") && notes[0].contains(part), "{notes:?}");
        assert!(notes[0].ends_with("--ignore x leaves it out"), "{notes:?}");
    }

    #[test]
    fn identifiers_are_suspected() {
        let class = |i: u32| (noise(i) % 2).to_string();
        suspected(Task::Auto, |i| ((i + 100).to_string(), class(i)), "rises");
        suspected(Task::Auto, |i| ((3.5 - f64::from(i)).to_string(), class(i)), "falls");
        suspected(Task::Auto, |i| ((i * 37 % 61 + 1000).to_string(), class(i)), "whole number in every row");
    }

    /// Sixty whole numbers of a thousand differ by chance, and sixty of a hundred do not.
    #[test]
    fn whole_numbers_of_a_sensor_are_no_identifiers() {
        let numbers = |range: u32| (0..60).map(|i| f64::from(i * 7919 % range)).collect::<Vec<_>>();
        assert_eq!([numbers(1009), numbers(101)].map(|numbers| is_unique_by_chance(&numbers)), [true, false]);
        // beyond sixteen bits, what differs is no reading
        assert!(!is_unique_by_chance(&numbers(1009).iter().map(|x| 1000.0 * x).collect::<Vec<_>>()));
    }

    #[test]
    fn copies_of_the_target_are_suspected() {
        let class = |i: u32| noise(i) % 3;
        let letter = |i: u32| ["c", "a", "b"][class(i) as usize].to_owned();
        suspected(Task::Auto, |i| (letter(i), class(i).to_string()), "decides");
        suspected(Task::Auto, |i| ((class(i) * 5 % 3).to_string(), letter(i)), "decides");
        let near = |i: u32| f64::from(class(i)) + f64::from(noise(i + 7) % 1000) / 2000.0;
        suspected(Task::Auto, |i| (near(i).to_string(), class(i).to_string()), "separates the classes");
        let value = |i: u32| f64::from(noise(i)) / 7.0;
        suspected(Task::Regression, |i| ((1.0 - 2.0 * value(i)).to_string(), value(i).to_string()), "-1.000000");
        suspected(Task::Regression, |i| (value(i).sqrt().to_string(), value(i).powi(2).to_string()), "orders all rows");
    }

    /// Measurements, a copy with one wrong row, a copy with several offsets, and small integers.
    #[test]
    fn honest_columns_are_not() {
        let (class, value) = (|i: u32| noise(i) % 2, |i: u32| f64::from(noise(i) % 100_000) / 7.0);
        for (task, row) in [
            (Task::Auto, &(|i| (value(i + 9).to_string(), class(i).to_string())) as &dyn Fn(u32) -> (String, String)),
            (Task::Auto, &|i| ((class(i) ^ u32::from(i == 30)).to_string(), class(i).to_string())),
            (Task::Regression, &|i| ((value(i) + 500.0 * f64::from(i % 5)).to_string(), value(i).to_string())),
            (Task::Regression, &|i| ((noise(i) % 50).to_string(), value(i + 3).to_string())),
        ] {
            assert_eq!(notes_of(task, row), [""; 0]);
        }
    }
}
