//! Holding rows out.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::table::Table;

impl Table {
    /// Splits the rows at random into those to learn from and those held out, both shuffled.
    ///
    /// `round(share_held_out * rows)` rows are held out, but at least one, and at least one is
    /// kept; of a single row nothing is held out. The same rows, share and seed give the same
    /// split on every machine.
    pub fn split(&self, share_held_out: f64, seed: u64) -> (Table, Table) {
        let order = shuffled(self.rows(), seed);
        let held = (share_held_out * order.len() as f64).round() as usize;
        let held = held.max(1).min(order.len().saturating_sub(1));
        let (held, kept) = order.split_at(held);
        (self.select(kept), self.select(held))
    }
}

/// The parts that [`folds`] cuts rows into.
const PARTS: usize = 5;

/// Rows to learn from and rows held out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fold {
    /// Four parts in five.
    pub learnt: Vec<usize>,
    /// The fifth.
    pub held: Vec<usize>,
}

/// The first so many folds, at most five and at least one, of at most `most` of the rows, shuffled; of too few rows, all are
/// both learnt from and held out.
pub fn folds(rows: usize, (count, most): (usize, usize), seed: u64) -> Vec<Fold> {
    let mut order = shuffled(rows, seed);
    order.truncate(most);
    let at = |part: usize| part * order.len() / PARTS;
    let fold = |part: usize| match &order[at(part)..at(part + 1)] {
        [] => Fold { learnt: order.clone(), held: order.clone() },
        held => Fold { learnt: [&order[..at(part)], &order[at(part + 1)..]].concat(), held: held.to_vec() },
    };
    (0..count.clamp(1, PARTS)).map(fold).collect()
}

/// The numbers of so many rows in a random order.
pub fn shuffled(rows: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rows).collect();
    order.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    order
}

#[cfg(test)]
mod tests {
    use super::super::{Inputs, Targets};
    use super::*;

    fn table(rows: usize) -> Table {
        let values: Vec<f64> = (0..rows).map(|row| row as f64).collect();
        Table {
            inputs: Inputs { names: vec!["a".into()], indicator: vec![false], columns: vec![values.clone()] },
            targets: Targets::Values(values),
        }
    }

    #[test]
    fn splits_into_two_parts_of_the_whole() {
        let whole = table(1000);
        let (kept, held) = whole.split(0.2, 1);
        assert_eq!((kept.rows(), held.rows()), (800, 200));
        assert_eq!(Targets::Values(held.inputs.columns[0].clone()), held.targets);
        let mut all = [&kept.inputs.columns[0][..], &held.inputs.columns[0]].concat();
        assert_ne!(all, whole.inputs.columns[0]);
        all.sort_by(f64::total_cmp);
        assert_eq!(all, whole.inputs.columns[0]);
    }

    #[test]
    fn depends_on_the_seed_alone() {
        let whole = table(100);
        assert_eq!(whole.split(0.3, 7), whole.split(0.3, 7));
        assert_ne!(whole.split(0.3, 7), whole.split(0.3, 8));
    }

    #[test]
    fn leaves_neither_part_empty() {
        for (rows, share, parts) in [(2, 0.0, (1, 1)), (2, 1.0, (1, 1)), (1, 0.5, (1, 0)), (10, 2.0, (1, 9))] {
            let (kept, held) = table(rows).split(share, 0);
            assert_eq!((kept.rows(), held.rows()), parts);
        }
    }

    #[test]
    fn is_frozen() {
        // Models are to be the same for ever; a change of this order changes them all.
        let (kept, held) = table(8).split(0.25, 0);
        assert_eq!(
            (&kept.inputs.columns[0][..], &held.inputs.columns[0][..]),
            (&[6.0, 1.0, 3.0, 5.0, 7.0, 4.0][..], &[2.0, 0.0][..])
        );
    }
}
