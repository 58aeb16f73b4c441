//! The split of a table into training rows and held-out rows.

use super::groups::Groups;
use super::shuffle::shuffled;
use super::table::{Table, Targets};
use std::ops::Range;

/// The most orders that are tried until each part has every class, and the most rows of them all.
const ORDERS: usize = 32;
const ROWS: usize = 4_000_000;

/// The rows of the two parts, those to hold out first.
type Parts = (Vec<usize>, Vec<usize>);

impl Table {
    /// Splits the rows into training rows and held-out rows: at random, whole groups where there
    /// are any, or the last rows of a time series.
    ///
    /// A random split that leaves a part without a class gives way to another one, of up to 32, if
    /// fewer are missing there: in the training rows first, then in those held out.
    ///
    /// Holds out `round(share * rows)` rows, or the groups whose rows come nearest to that number,
    /// but at least one row or group; it also keeps at least one, so it holds out nothing of a
    /// single row or group. The same rows, share and seed give the same split on every machine.
    pub fn split(&self, share: f64, seed: u64) -> (Table, Table) {
        let first = self.parts(share, seed);
        let mut best = (self.missing(&first), first);
        for order in self.orders() {
            if best.0 == (0, 0) {
                break;
            }
            let parts = self.parts(share, seed.wrapping_add((order as u64) << 32));
            let missing = self.missing(&parts);
            if missing < best.0 {
                best = (missing, parts);
            }
        }
        let (held, kept) = best.1;
        (self.select(&kept), self.select(&held))
    }

    /// The numbers of the orders beside the first one; none for a time series, which has one.
    fn orders(&self) -> Range<usize> {
        match self.groups {
            Groups::TimeSeries => 1..1,
            _ => 1..ORDERS.min(ROWS / self.rows().max(1)),
        }
    }

    fn parts(&self, share: f64, seed: u64) -> Parts {
        let rows = self.rows();
        let wanted = share * rows as f64;
        let count = (wanted.round() as usize).max(1).min(rows.saturating_sub(1));
        let order = shuffled(rows, seed);
        match &self.groups {
            Groups::Independent | Groups::Blocked(_) => (order[..count].to_vec(), order[count..].to_vec()),
            Groups::Labelled(_) | Groups::Copied(_) => split_groups(self.groups.by_group(&order), wanted),
            Groups::TimeSeries => ((rows - count..rows).collect(), (0..rows - count).collect()),
        }
    }

    /// The classes without a row among those that are kept, and among those held out.
    fn missing(&self, (held, kept): &Parts) -> (usize, usize) {
        let Targets::Classes { labels, index } = &self.targets else { return (0, 0) };
        let missing = |rows: &[usize]| {
            let mut has = vec![false; labels.len()];
            rows.iter().for_each(|&row| has[index[row] as usize] = true);
            has.iter().filter(|has| !**has).count()
        };
        (missing(kept), missing(held))
    }
}

/// Divides groups into the rows to hold out and those to keep. A group is held out if that brings
/// the number of held-out rows nearer to the wanted one.
fn split_groups(groups: Vec<Vec<usize>>, wanted: f64) -> (Vec<usize>, Vec<usize>) {
    let (mut held, mut kept) = (Vec::new(), Vec::new());
    let mut left = groups.len();
    for group in groups {
        left -= 1;
        let nearer = (wanted - (held.len() + group.len()) as f64).abs() < (wanted - held.len() as f64).abs();
        let hold = match left {
            0 if kept.is_empty() => false, // neither side may be empty
            0 if held.is_empty() => true,
            _ => nearer,
        };
        if hold { held.extend(group) } else { kept.extend(group) }
    }
    (held, kept)
}

#[cfg(test)]
mod tests {
    use super::super::table::{ColumnKind, Inputs, Targets};
    use super::*;

    fn table(rows: usize) -> Table {
        let values: Vec<f64> = (0..rows).map(|row| row as f64).collect();
        Table {
            inputs: Inputs { names: vec!["a".into()], kinds: vec![ColumnKind::Number], columns: vec![values.clone()] },
            targets: Targets::Values(values.into()),
            groups: Groups::Independent,
            sample_weights: vec![1.0; rows],
            teacher: None,
            places: None,
        }
    }

    #[test]
    fn both_parts_together_are_the_whole() {
        let whole = table(1000);
        let (kept, held) = whole.split(0.2, 1);
        assert_eq!((kept.rows(), held.rows()), (800, 200));
        assert_eq!(Targets::Values(held.inputs.columns[0].clone().into()), held.targets);
        let mut all = [&kept.inputs.columns[0][..], &held.inputs.columns[0]].concat();
        assert_ne!(all, whole.inputs.columns[0]);
        all.sort_by(f64::total_cmp);
        assert_eq!(all, whole.inputs.columns[0]);
    }

    #[test]
    fn the_split_depends_on_the_seed_alone() {
        let whole = table(100);
        assert_eq!(whole.split(0.3, 7), whole.split(0.3, 7));
        assert_ne!(whole.split(0.3, 7), whole.split(0.3, 8));
    }

    #[test]
    fn neither_part_is_empty_unless_there_is_a_single_row() {
        for (rows, share, parts) in [(2, 0.0, (1, 1)), (2, 1.0, (1, 1)), (1, 0.5, (1, 0)), (10, 2.0, (1, 9))] {
            let (kept, held) = table(rows).split(share, 0);
            assert_eq!((kept.rows(), held.rows()), parts);
        }
    }

    /// 20 groups of unequal size in no order; the largest, of several hundred rows, may end up on
    /// either side.
    #[test]
    fn no_group_is_on_both_sides() {
        let groups: Vec<u32> = (0..1000u32).map(|row| row * 7919 % 1009 * 20 / 1009 * (row % 3) / 2).collect();
        let whole = Table { groups: Groups::Labelled(groups.clone()), ..table(1000) };
        for seed in 0..20 {
            let (kept, held) = whole.split(0.25, seed);
            let groups_of = |table: &Table| -> Vec<u32> {
                table.inputs.columns[0].iter().map(|row| groups[*row as usize]).collect()
            };
            assert!(groups_of(&kept).iter().all(|group| !groups_of(&held).contains(group)));
            assert_eq!(held.groups, Groups::Labelled(groups_of(&held)));
            assert!(kept.rows() + held.rows() == 1000 && held.rows() >= 100, "{}", held.rows());
        }
    }

    /// Recordings of one class each: at random, most splits would lack one.
    #[test]
    fn both_parts_have_every_class_where_that_is_possible() {
        let class = |row: usize| (row / 10 % 4) as u32;
        let labels = (0..4).map(|class| class.to_string()).collect();
        let targets = Targets::Classes { labels, index: (0..120).map(class).collect() };
        let groups = Groups::Labelled((0..120).map(|row| row / 10).collect());
        let whole = Table { targets, groups, ..table(120) };
        let lacks = |table: &Table| {
            let Targets::Classes { index, .. } = &table.targets else { return true };
            (0..4).any(|class| !index.contains(&class))
        };
        for seed in 0..20 {
            let (kept, held) = whole.split(0.5, seed);
            assert!(!lacks(&kept) && !lacks(&held), "seed {seed}");
        }
    }

    #[test]
    fn of_two_groups_one_is_held_out_and_of_one_none() {
        for (groups, share, held) in [([1, 1, 1, 2], 0.01, 1), ([1, 1, 1, 2], 0.99, 1), ([1, 1, 1, 1], 0.5, 0)] {
            let whole = Table { groups: Groups::Labelled(groups.to_vec()), ..table(4) };
            for seed in 0..10 {
                let rows = whole.split(share, seed).1.rows();
                assert!(rows == held || held == 1 && rows == 3, "{groups:?}: {rows}");
            }
        }
    }

    #[test]
    fn the_last_rows_of_a_time_series_are_held_out() {
        let whole = Table { groups: Groups::TimeSeries, ..table(1000) };
        let (kept, held) = whole.split(0.2, 3);
        assert_eq!(kept.inputs.columns[0], (0..800).map(f64::from).collect::<Vec<_>>());
        assert_eq!(held.inputs.columns[0], (800..1000).map(f64::from).collect::<Vec<_>>());
    }

    /// A change of this order would change every model.
    #[test]
    fn the_order_of_a_seed_is_frozen() {
        let (kept, held) = table(8).split(0.25, 0);
        assert_eq!(
            (&kept.inputs.columns[0][..], &held.inputs.columns[0][..]),
            (&[6.0, 1.0, 3.0, 5.0, 7.0, 4.0][..], &[2.0, 0.0][..])
        );
    }
}
