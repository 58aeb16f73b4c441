//! Rows that are like those beside them in their file: of one recording, of one subject.

use super::table::{Inputs, Table, Targets};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Of fewer rows nothing is said.
const ROWS: usize = 100;
/// Rows that are looked at.
const LOOKS: usize = 2_000;
/// The share of rows that must be nearer to the next one than to another of its class.
const MOST: f64 = 0.9;
/// How near the next one must be, in distances to others.
const NEAR: f64 = 0.5;
/// Deviations beyond which a value is taken as this far.
const FAR: f64 = 4.0;

/// A sentence about rows that are much nearer to those that follow them than to others of the same class.
///
/// Held out at random such rows are told by their neighbours, so that errors promise too much for other times and subjects.
/// Inputs are standardised; of shuffled rows half are nearer to the next one than to any other.
pub fn neighbours(table: &Table) -> Option<String> {
    let rows = table.rows();
    if rows < ROWS {
        return None;
    }
    let step = (rows as f64 / LOOKS as f64).max(1.0);
    let looks = (0..).map(|look| (look as f64 * step) as usize).take_while(|row| row + 1 < rows);
    let scales = scales(&table.inputs);
    let others = Others::of(&table.targets);
    let mut generator = ChaCha8Rng::seed_from_u64(0);
    let pairs: Vec<[f64; 2]> = looks
        .map(|row| [row + 1, others.like(row + 1, &mut generator)].map(|other| scales.distance(row, other)))
        .collect();
    let nearer = pairs.iter().filter(|[next, other]| next < other).count() as f64 / pairs.len() as f64;
    let [next, other] = [0, 1].map(|which| median(pairs.iter().map(|pair| pair[which]).collect()));
    (nearer >= MOST && next <= NEAR * other).then(|| {
        format!(
            "{:.0} % of the rows are nearer to the next row than to others like it: held out at random, they are known by their \
             neighbours; --time or --group judges by rows of another time or subject",
            100.0 * nearer
        )
    })
}

/// Inputs with their means and deviations.
struct Scales<'a> {
    columns: Vec<(&'a [f64], f64, f64)>,
}

fn scales(inputs: &Inputs) -> Scales<'_> {
    let scale = |column: &'_ [f64]| {
        let known = || column.iter().filter(|value| !value.is_nan());
        let count = known().count().max(1) as f64;
        let mean = known().sum::<f64>() / count;
        let deviation = (known().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt();
        (mean, deviation)
    };
    let columns = inputs.columns.iter().map(|column| {
        let (mean, deviation) = scale(column);
        (&column[..], mean, deviation)
    });
    Scales { columns: columns.filter(|(_, _, deviation)| *deviation > 0.0).collect() }
}

impl Scales<'_> {
    /// The square of the distance of two rows.
    fn distance(&self, row: usize, other: usize) -> f64 {
        let standard = |(column, mean, deviation): &(&[f64], f64, f64), row: usize| match column[row] {
            value if value.is_nan() => 0.0,
            value => ((value - mean) / deviation).clamp(-FAR, FAR),
        };
        self.columns.iter().map(|column| (standard(column, row) - standard(column, other)).powi(2)).sum::<f64>().sqrt()
    }
}

/// Rows by their class; values are of one.
struct Others<'a> {
    index: Option<&'a [u32]>,
    classes: Vec<Vec<usize>>,
}

impl<'a> Others<'a> {
    fn of(targets: &'a Targets) -> Others<'a> {
        match targets {
            Targets::Values(values) => Others { index: None, classes: vec![(0..values.len()).collect()] },
            Targets::Classes { labels, index } => {
                let mut classes = vec![Vec::new(); labels.len()];
                index.iter().enumerate().for_each(|(row, &class)| classes[class as usize].push(row));
                Others { index: Some(index), classes }
            }
        }
    }

    /// Any row of the class of this one.
    fn like(&self, row: usize, generator: &mut ChaCha8Rng) -> usize {
        let class = &self.classes[self.index.map_or(0, |index| index[row] as usize)];
        class[generator.random_range(0..class.len())]
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values[values.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::super::Groups;
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};

    /// Two inputs, classes of the first one's sign.
    fn table(inputs: impl Fn(usize) -> [f64; 2]) -> Table {
        let rows: Vec<[f64; 2]> = (0..3_000).map(inputs).collect();
        let index = rows.iter().map(|row| u32::from(row[0] > 0.0)).collect();
        let columns = [0, 1].map(|i| rows.iter().map(|row| row[i]).collect()).into();
        let inputs = Inputs { names: vec!["a".into(), "b".into()], indicator: vec![false; 2], columns };
        let targets = Targets::Classes { labels: vec!["0".into(), "1".into()], index };
        let sample_weights = vec![1.0; targets.rows()];
        Table { inputs, targets, groups: Groups::Independent, sample_weights }
    }

    #[test]
    fn a_walk_is_told_from_its_rows_shuffled() {
        let walk = table(|row| [0.01, 0.013].map(|speed| 3.0 * (speed * row as f64).sin()));
        assert!(neighbours(&walk).is_some_and(|said| said.contains("% of the rows are nearer")));
        let order = super::super::shuffled(3_000, 1);
        assert_eq!(neighbours(&walk.select(&order)), None);
    }

    /// Sorting by class brings rows of one class together, but not those that are alike.
    #[test]
    fn rows_in_the_order_of_their_classes_are_no_neighbours() {
        let normals = MonteCarlo.normals(2, 3_000, 1);
        let mut sorted: Vec<usize> = (0..3_000).collect();
        sorted.sort_by_key(|&row| normals[(0, row)] > 0.0);
        assert_eq!(neighbours(&table(|row| [normals[(0, sorted[row])], normals[(1, sorted[row])]])), None);
    }

    #[test]
    fn constants_and_missing_values_are_no_trouble() {
        assert_eq!(neighbours(&table(|_| [1.0, f64::NAN])), None);
        assert_eq!(neighbours(&table(|_| [1.0, 2.0]).select(&[0, 1])), None);
    }
}
