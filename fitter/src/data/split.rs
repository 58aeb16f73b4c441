//! Holding rows out.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::groups::Groups;
use super::table::Table;

impl Table {
    /// Splits the rows into those to learn from and those held out: at random, both shuffled; whole groups where there are
    /// any; the last rows where they are in order.
    ///
    /// `round(share_held_out * rows)` rows are held out, of groups as many as come nearest, but at least one row or group,
    /// and at least one is kept; of a single one nothing is held out. The same rows, share and seed give the same split on
    /// every machine.
    pub fn split(&self, share_held_out: f64, seed: u64) -> (Table, Table) {
        let rows = self.rows();
        let wanted = share_held_out * rows as f64;
        let held = (wanted.round() as usize).max(1).min(rows.saturating_sub(1));
        let order = shuffled(rows, seed);
        let (held, kept) = match &self.groups {
            Groups::Independent | Groups::Blocked(_) => (order[..held].to_vec(), order[held..].to_vec()),
            Groups::Labelled(_) => whole(self.groups.groups(&order), wanted),
            Groups::TimeSeries => ((rows - held..rows).collect(), (0..rows - held).collect()),
        };
        (self.select(&kept), self.select(&held))
    }
}

/// Groups to hold out and groups to keep, both rows in turn: each is held out that brings their number nearer.
fn whole(groups: Vec<Vec<usize>>, wanted: f64) -> (Vec<usize>, Vec<usize>) {
    let (mut held, mut kept) = (Vec::new(), Vec::new());
    let mut left = groups.len();
    for group in groups {
        left -= 1;
        let nearer = (wanted - (held.len() + group.len()) as f64).abs() < (wanted - held.len() as f64).abs();
        // neither part is to be empty
        let hold = match () {
            () if left == 0 && kept.is_empty() => false,
            () if left == 0 && held.is_empty() => true,
            () => nearer,
        };
        if hold { held.extend(group) } else { kept.extend(group) }
    }
    (held, kept)
}

/// The parts that rows are cut into where nothing else is asked for.
pub const PARTS: usize = 5;

/// How rows are held out in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Folding {
    /// The parts that rows are cut into.
    pub parts: usize,
    /// How many of them are held out, at least one.
    pub count: usize,
    /// The rows that are cut up, at most.
    pub most: usize,
}

/// Rows to learn from and rows held out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fold {
    /// All other parts; of rows in order, those before.
    pub learnt: Vec<usize>,
    /// One part.
    pub held: Vec<usize>,
}

/// The first so many folds of rows: at random; whole groups where there are any, and then no more folds than groups; where
/// rows are in order, forward: the last part first, each learnt before it.
///
/// Of too few rows, and of a single group, all are both learnt from and held out.
pub fn folds(groups: &Groups, rows: usize, folding: Folding, seed: u64) -> Vec<Fold> {
    let Folding { parts, count, most } = folding;
    let parts = parts.max(2);
    let count = count.clamp(1, parts);
    if *groups == Groups::TimeSeries {
        let order: Vec<usize> = (rows.saturating_sub(most)..rows).collect();
        return forward(&order, (parts, count));
    }
    let mut order = shuffled(rows, seed);
    order.truncate(most);
    let groups = groups.groups(&order);
    match groups.len() {
        0 => cut(&order, (parts, count)),
        1 => vec![Fold { learnt: order.clone(), held: order }],
        _ => apart(groups, (parts, count)),
    }
}

/// Equal parts of an order, each held out.
fn cut(order: &[usize], (parts, count): (usize, usize)) -> Vec<Fold> {
    let at = |part: usize| part * order.len() / parts;
    let fold = |part: usize| match &order[at(part)..at(part + 1)] {
        [] => Fold { learnt: order.to_vec(), held: order.to_vec() },
        held => Fold { learnt: [&order[..at(part)], &order[at(part + 1)..]].concat(), held: held.to_vec() },
    };
    (0..count).map(fold).collect()
}

/// Equal parts of an order, the last one held out first; the first of them is always learnt from.
fn forward(order: &[usize], (parts, count): (usize, usize)) -> Vec<Fold> {
    let at = |part: usize| part * order.len() / (parts + 1);
    let fold = |part: usize| match (&order[..at(part)], &order[at(part)..at(part + 1)]) {
        ([], _) | (_, []) => Fold { learnt: order.to_vec(), held: order.to_vec() },
        (learnt, held) => Fold { learnt: learnt.to_vec(), held: held.to_vec() },
    };
    (0..count).map(|back| fold(parts - back)).collect()
}

/// Groups dealt to the smallest part in turn, each part held out.
fn apart(groups: Vec<Vec<usize>>, (parts, count): (usize, usize)) -> Vec<Fold> {
    let mut dealt = vec![Vec::new(); parts.min(groups.len())];
    for group in groups {
        let smallest = dealt.iter_mut().min_by_key(|part| part.len()).expect("at least one part");
        smallest.extend(group);
    }
    let others = |own: usize| dealt.iter().enumerate().filter(move |(part, _)| *part != own).flat_map(|(_, rows)| rows);
    let fold =
        |(part, held): (usize, &Vec<usize>)| Fold { learnt: others(part).copied().collect(), held: held.clone() };
    dealt.iter().enumerate().take(count).map(fold).collect()
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
            groups: Groups::Independent,
            sample_weights: vec![1.0; rows],
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

    /// 1000 rows of 20 groups of unequal size, in no order.
    fn grouped() -> (Vec<u32>, Table) {
        let groups: Vec<u32> = (0..1000u32).map(|row| row * 7919 % 1009 * 20 / 1009 * (row % 3) / 2).collect();
        (groups.clone(), Table { groups: Groups::Labelled(groups), ..table(1000) })
    }

    fn those(groups: &[u32], rows: impl IntoIterator<Item = usize>) -> std::collections::BTreeSet<u32> {
        rows.into_iter().map(|row| groups[row]).collect()
    }

    #[test]
    fn no_group_is_on_both_sides_of_a_split() {
        let (groups, whole) = grouped();
        for seed in 0..20 {
            let (kept, held) = whole.split(0.25, seed);
            let rows = |table: &Table| table.inputs.columns[0].iter().map(|row| *row as usize).collect::<Vec<_>>();
            assert!(those(&groups, rows(&kept)).is_disjoint(&those(&groups, rows(&held))));
            assert_eq!(held.groups, Groups::Labelled(rows(&held).iter().map(|&row| groups[row]).collect()));
            // the largest group, of several hundred rows, may be on the wrong side
            assert!(kept.rows() + held.rows() == 1000 && held.rows() >= 100, "{}", held.rows());
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
    fn no_group_is_on_both_sides_of_a_fold() {
        let (groups, whole) = grouped();
        for (parts, most) in [(5, 1000), (3, 500), (100, 1000)] {
            let folds = folds(&whole.groups, 1000, Folding { parts, count: parts, most }, 1);
            for Fold { learnt, held } in &folds {
                assert!(!held.is_empty() && learnt.len() + held.len() == most);
                let sides = [learnt, held].map(|rows| those(&groups, rows.iter().copied()));
                assert!(sides[0].is_disjoint(&sides[1]));
            }
            // every row is held out once
            assert_eq!(folds.iter().map(|fold| fold.held.len()).sum::<usize>(), most);
        }
    }

    #[test]
    fn nothing_is_learnt_from_the_future() {
        let whole = Table { groups: Groups::TimeSeries, ..table(1000) };
        let (kept, held) = whole.split(0.2, 3);
        assert_eq!(kept.inputs.columns[0], (0..800).map(f64::from).collect::<Vec<_>>());
        assert_eq!(held.inputs.columns[0], (800..1000).map(f64::from).collect::<Vec<_>>());
        let folds = folds(&whole.groups, 1000, Folding { parts: 4, count: 4, most: 500 }, 1);
        let ends: Vec<_> =
            folds.iter().map(|fold| [fold.learnt[0], fold.held[0], *fold.held.last().unwrap()]).collect();
        assert_eq!(ends, [[500, 900, 999], [500, 800, 899], [500, 700, 799], [500, 600, 699]]);
        assert!(folds.iter().all(|fold| fold.learnt.iter().max() < fold.held.iter().min()));
    }

    /// Models without groups are to stay the same: folds are those of a shuffled order.
    #[test]
    fn folds_of_strangers_are_cuts_of_one_order() {
        let order = shuffled(23, 7);
        let folds = folds(&Groups::Independent, 23, Folding { parts: 5, count: 3, most: 20 }, 7);
        assert_eq!(folds.len(), 3);
        for (part, fold) in folds.iter().enumerate() {
            assert_eq!(fold.held, order[4 * part..4 * part + 4]);
            assert_eq!(fold.learnt, [&order[..4 * part], &order[4 * part + 4..20]].concat());
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
