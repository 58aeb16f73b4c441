//! Rows that are predictable from neighbouring rows of their file, as those of one recording are.

use super::table::{Inputs, Table, Targets};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The least number of rows to judge by.
const LEAST_ROWS: usize = 100;
/// The largest number of rows that are compared with the next one.
const COMPARED: usize = 2_000;
/// The share of rows that must be nearer to the next row than to another of its class.
const NEARER: f64 = 0.9;
/// The largest ratio of the median distances to the next row and to another one.
const RATIO: f64 = 0.5;
/// The number of standard deviations that values are clamped to.
const CLAMP: f64 = 4.0;

/// Returns a note if rows are much nearer to the next row than to others of the next row's class.
///
/// If such rows are held out at random, they are predictable from their neighbours among the
/// training rows, and the error is too low for other times and subjects. Distances are Euclidean,
/// on standardised inputs; of shuffled rows, half are nearer to the next one than to any other.
pub fn neighbours(table: &Table) -> Option<String> {
    let rows = table.rows();
    if rows < LEAST_ROWS {
        return None;
    }
    let step = (rows as f64 / COMPARED as f64).max(1.0);
    let compared = (0..).map(|i| (i as f64 * step) as usize).take_while(|row| row + 1 < rows);
    let standardised = Standardised::of(&table.inputs);
    let classes = RowsByClass::of(&table.targets);
    let mut generator = ChaCha8Rng::seed_from_u64(0);
    let distances: Vec<[f64; 2]> = compared
        .map(|row| {
            [row + 1, classes.random_like(row + 1, &mut generator)].map(|other| standardised.distance(row, other))
        })
        .collect();
    let nearer = distances.iter().filter(|[next, other]| next < other).count() as f64 / distances.len() as f64;
    let [next, other] = [0, 1].map(|which| median(distances.iter().map(|pair| pair[which]).collect()));
    (nearer >= NEARER && next <= RATIO * other).then(|| note(nearer, table))
}

fn note(nearer: f64, table: &Table) -> String {
    let others = if matches!(table.targets, Targets::Classes { .. }) { "others of its class" } else { "others" };
    // windows of recordings have no other order than that within a recording
    let judges = match table.places {
        Some(_) => "--group judges on those of another subject or recording",
        None => "--group or --time judges on rows of another subject or time",
    };
    format!(
        "{:.0} % of the rows are nearer to the next row than to {others}: rows held out at random are predictable from \
         their neighbours; {judges}",
        100.0 * nearer
    )
}

/// Input columns with their means and standard deviations; constant columns are left out.
struct Standardised<'a> {
    columns: Vec<(&'a [f64], f64, f64)>,
}

impl Standardised<'_> {
    fn of(inputs: &Inputs) -> Standardised<'_> {
        let column = |column: &'_ [f64]| {
            let known = || column.iter().filter(|value| !value.is_nan());
            let count = known().count().max(1) as f64;
            let mean = known().sum::<f64>() / count;
            let deviation = (known().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt();
            (mean, deviation)
        };
        let columns = inputs.columns.iter().map(|values| {
            let (mean, deviation) = column(values);
            (&values[..], mean, deviation)
        });
        Standardised { columns: columns.filter(|(_, _, deviation)| *deviation > 0.0).collect() }
    }

    /// Returns the distance of two rows.
    fn distance(&self, row: usize, other: usize) -> f64 {
        let standard = |(column, mean, deviation): &(&[f64], f64, f64), row: usize| match column[row] {
            value if value.is_nan() => 0.0,
            value => ((value - mean) / deviation).clamp(-CLAMP, CLAMP),
        };
        self.columns.iter().map(|column| (standard(column, row) - standard(column, other)).powi(2)).sum::<f64>().sqrt()
    }
}

/// The rows of each class; all rows with values are one class.
struct RowsByClass<'a> {
    /// The class of each row.
    index: Option<&'a [u32]>,
    /// The rows of each class.
    rows: Vec<Vec<usize>>,
}

impl<'a> RowsByClass<'a> {
    fn of(targets: &'a Targets) -> RowsByClass<'a> {
        match targets {
            Targets::Values(values) => RowsByClass { index: None, rows: vec![(0..values.rows()).collect()] },
            Targets::Classes { labels, index } => {
                let mut rows = vec![Vec::new(); labels.len()];
                index.iter().enumerate().for_each(|(row, &class)| rows[class as usize].push(row));
                RowsByClass { index: Some(index), rows }
            }
        }
    }

    /// Returns a random row of the class of `row`.
    fn random_like(&self, row: usize, generator: &mut ChaCha8Rng) -> usize {
        let rows = &self.rows[self.index.map_or(0, |index| index[row] as usize)];
        rows[generator.random_range(0..rows.len())]
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values[values.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::super::groups::Groups;
    use super::super::shuffle::shuffled;
    use super::*;
    use crate::data::ColumnKind;
    use crate::features::draw::{MonteCarlo, Sampler};

    /// A table of two inputs, whose class is the sign of the first.
    fn table(inputs: impl Fn(usize) -> [f64; 2]) -> Table {
        let rows: Vec<[f64; 2]> = (0..3_000).map(inputs).collect();
        let index = rows.iter().map(|row| u32::from(row[0] > 0.0)).collect();
        let columns = [0, 1].map(|i| rows.iter().map(|row| row[i]).collect()).into();
        let inputs = Inputs { names: vec!["a".into(), "b".into()], kinds: vec![ColumnKind::Number; 2], columns };
        let targets = Targets::Classes { labels: vec!["0".into(), "1".into()], index };
        let sample_weights = vec![1.0; targets.rows()];
        Table { inputs, targets, groups: Groups::Independent, sample_weights, teacher: None, places: None }
    }

    #[test]
    fn a_trajectory_is_noted_and_its_shuffled_rows_are_not() {
        let walk = table(|row| [0.01, 0.013].map(|speed| 3.0 * (speed * row as f64).sin()));
        assert!(neighbours(&walk).is_some_and(|note| note.contains("% of the rows are nearer")));
        let order = shuffled(3_000, 1);
        assert_eq!(neighbours(&walk.select(&order)), None);
    }

    /// Sorting by class brings rows of one class together, but not rows that are alike.
    #[test]
    fn rows_sorted_by_class_are_not_noted() {
        let normals = MonteCarlo.normals(2, 3_000, 1);
        let mut sorted: Vec<usize> = (0..3_000).collect();
        sorted.sort_by_key(|&row| normals[(0, row)] > 0.0);
        assert_eq!(neighbours(&table(|row| [normals[(0, sorted[row])], normals[(1, sorted[row])]])), None);
    }

    #[test]
    fn constant_missing_and_few_inputs_are_not_noted() {
        assert_eq!(neighbours(&table(|_| [1.0, f64::NAN])), None);
        assert_eq!(neighbours(&table(|_| [1.0, 2.0]).select(&[0, 1])), None);
    }
}
