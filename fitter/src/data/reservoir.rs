//! A sample of rows that are seen once, which never holds many more rows than it keeps.

use super::sample::{LEAST, number_hash};
use super::table::{Table, Targets};
use super::values::Values;
use std::collections::HashMap;

/// The share of rows above those that are kept, from which on the others are dropped.
const SLACK: f64 = 0.125;
/// The rows above those that are kept which are always held.
const FEW: usize = 10_000;

/// A sample of rows that are seen once, in order: the same as [`sample`](super::sample::sample)
/// takes of rows in memory.
pub(super) struct Reservoir {
    most: usize,
    seed: u64,
    table: Option<Table>,
    /// The hash of the number of each row that is held.
    hashes: Vec<u64>,
    /// The largest hash of a row that may still be kept.
    limit: u64,
    /// The same for each class, whose least hashes are kept whatever the others are.
    limits: HashMap<u32, u64>,
    /// The rows that were seen.
    seen: u64,
}

impl Reservoir {
    /// A sample of at most so many rows, and some of rare classes.
    pub fn new(most: usize, seed: u64) -> Reservoir {
        let (hashes, limits) = (Vec::new(), HashMap::new());
        Reservoir { most, seed, table: None, hashes, limit: u64::MAX, limits, seen: 0 }
    }

    /// Sees the next rows, which are numbered from those before them on.
    pub fn add(&mut self, table: Table) {
        let hashes: Vec<u64> = (self.seen..).take(table.rows()).map(|row| number_hash(self.seed, row)).collect();
        self.seen += table.rows() as u64;
        let may_stay = |row: &usize| hashes[*row] <= self.limit_of(class(&table.targets, *row));
        let rows: Vec<usize> = (0..table.rows()).filter(may_stay).collect();
        self.hashes.extend(rows.iter().map(|&row| hashes[row]));
        let table = if rows.len() == table.rows() { table } else { table.only(&rows) };
        match &mut self.table {
            Some(own) => own.append(table),
            none => *none = Some(table),
        }
        if self.hashes.len() > self.most + FEW.max((self.most as f64 * SLACK) as usize) {
            self.drop_others();
        }
    }

    /// Returns the sample, and the number of all rows.
    pub fn ended(mut self) -> (Option<Table>, u64) {
        self.drop_others();
        // the units of several targets are those of the sample
        let table = self.table.map(|table| match table.targets {
            Targets::Values(values) => Table { targets: Targets::Values(Values::new(values.columns)), ..table },
            _ => table,
        });
        (table, self.seen)
    }

    fn limit_of(&self, class: Option<u32>) -> u64 {
        match class {
            // classes that have not been seen often keep all that they have
            Some(class) if self.limit < u64::MAX => self.limit.max(*self.limits.get(&class).unwrap_or(&u64::MAX)),
            _ => self.limit,
        }
    }

    /// Drops all rows but those of the sample.
    fn drop_others(&mut self) {
        let Some(table) = self.table.take() else { return };
        if self.hashes.len() <= self.most {
            self.table = Some(table);
            return;
        }
        self.limit = *self.hashes.clone().select_nth_unstable(self.most.max(1) - 1).1;
        self.limits = limits(&table.targets, &self.hashes);
        let is_kept = |row: &usize| self.hashes[*row] <= self.limit_of(class(&table.targets, *row));
        let rows: Vec<usize> = (0..self.hashes.len()).filter(is_kept).collect();
        self.hashes = rows.iter().map(|&row| self.hashes[row]).collect();
        self.table = Some(table.only(&rows));
    }
}

/// The class of a row, if it has one.
fn class(targets: &Targets, row: usize) -> Option<u32> {
    match targets {
        Targets::Classes { index, .. } => Some(index[row]),
        Targets::Values(_) => None,
    }
}

/// The largest of the least hashes of each class that has as many.
fn limits(targets: &Targets, hashes: &[u64]) -> HashMap<u32, u64> {
    let Targets::Classes { index, .. } = targets else { return HashMap::new() };
    let mut least: HashMap<u32, Vec<u64>> = HashMap::new();
    index.iter().zip(hashes).for_each(|(class, hash)| least.entry(*class).or_default().push(*hash));
    let limit = |mut hashes: Vec<u64>| (hashes.len() >= LEAST).then(|| *hashes.select_nth_unstable(LEAST - 1).1);
    least.into_iter().filter_map(|(class, hashes)| Some((class, limit(hashes)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::groups::Groups;
    use super::super::sample::sample;
    use super::super::table::Inputs;
    use super::*;
    use crate::data::ColumnKind;

    fn table(index: &[u32], first: usize) -> Table {
        let inputs = Inputs {
            names: vec!["a".into()],
            kinds: vec![ColumnKind::Number],
            columns: vec![(first..first + index.len()).map(|row| row as f64).collect()],
        };
        let targets = Targets::Classes { labels: vec!["0".into(), "1".into(), "2".into()], index: index.to_vec() };
        let sample_weights = vec![1.0; index.len()];
        Table { inputs, targets, groups: Groups::Independent, sample_weights, teacher: None, places: None }
    }

    /// Rows that come in chunks of any size give the sample of all of them at once, rare classes
    /// included.
    #[test]
    fn chunks_give_the_sample_of_all_rows() {
        let class = |row: u32| if row % 4_001 == 7 { 1 } else { 2 * u32::from(row.is_multiple_of(997)) };
        let index: Vec<u32> = (0..60_000).map(class).collect();
        let expected = sample(index.len(), 5_000, 3, Some(&index));
        for size in [60_000, 4_096, 1_000] {
            let mut reservoir = Reservoir::new(5_000, 3);
            for (chunk, rows) in index.chunks(size).enumerate() {
                reservoir.add(table(rows, chunk * size));
                assert!(reservoir.hashes.len() < 16_000 || size > 16_000);
            }
            let (found, rows) = reservoir.ended();
            assert_eq!((found, rows), (Some(table(&index, 0).select(&expected)), 60_000), "{size}");
        }
        let mut all = Reservoir::new(100, 0);
        all.add(table(&index[..100], 0));
        assert_eq!(all.ended(), (Some(table(&index[..100], 0)), 100));
    }
}
