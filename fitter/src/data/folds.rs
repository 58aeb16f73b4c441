//! The folds of cross-validation.

use super::groups::Groups;
use super::shuffle::shuffled;
use nalgebra::DMatrix;

/// The default number of folds.
pub const PARTS: usize = 5;
/// The number of rows up to which all parts are held out in turn; fewer of them for more rows.
pub const FEW: usize = 6_000;

/// The parameters of a cross-validation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Folding {
    /// The number of parts that the rows are cut into.
    pub parts: usize,
    /// The number of parts that are held out, one a fold; at least one.
    pub count: usize,
    /// The largest number of rows that take part.
    pub most: usize,
}

/// A fold: the rows to learn from and the rows held out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fold {
    /// The rows of all other parts; of a time series, the rows before the held-out ones.
    pub learnt: Vec<usize>,
    /// The rows of the part that is held out.
    pub held: Vec<usize>,
}

/// Returns the first `count` folds: random parts of independent rows, parts of whole groups, or for
/// a time series forward validation, the last part first. There are at most as many parts as rows
/// or groups to hold out.
///
/// A single row or group gives a fold that learns from what it holds out. Copies of rows are not
/// held out.
pub fn folds(groups: &Groups, rows: usize, folding: Folding, seed: u64) -> Vec<Fold> {
    let Folding { parts, count, most } = folding;
    let known = rows.min(most);
    // the first part of a time series is never held out
    let filled = if *groups == Groups::TimeSeries { known.saturating_sub(1) } else { known };
    let parts = parts.min(filled).max(2);
    let count = count.clamp(1, parts);
    if *groups == Groups::TimeSeries {
        let order: Vec<usize> = (rows - known..rows).collect();
        return forward_folds(&order, parts, count);
    }
    let mut order = shuffled(rows, seed);
    order.truncate(most);
    let together = groups.by_group(&order);
    let folds = match together.len() {
        0 => random_folds(&order, parts, count),
        1 => vec![Fold { learnt: order.clone(), held: order }],
        _ => group_folds(together, parts, count),
    };
    folds.into_iter().map(|fold| fold.without_copies(groups)).collect()
}

impl Fold {
    /// Holds out the rows that are no copies, if there are any.
    fn without_copies(self, groups: &Groups) -> Fold {
        let own: Vec<usize> = self.held.iter().copied().filter(|&row| !groups.is_copy(row)).collect();
        if own.is_empty() { self } else { Fold { held: own, ..self } }
    }

    /// Returns the rows held out of classes that some row learned from has, by targets of
    /// `classes x rows` above zero where a row is of a class; all, where there is none.
    ///
    /// No model knows a class that it has not seen. Its rows' loss grows without end as the
    /// regularisation becomes weaker, so a few of them would decide it alone.
    pub fn held_of_known(&self, targets: &DMatrix<f64>) -> Vec<usize> {
        let has = |class: usize, row: usize| targets[(class, row)] > 0.0;
        let is_known: Vec<bool> =
            (0..targets.nrows()).map(|class| self.learnt.iter().any(|&row| has(class, row))).collect();
        let is_of_known = |&row: &usize| (0..targets.nrows()).all(|class| is_known[class] || !has(class, row));
        let known: Vec<usize> = self.held.iter().copied().filter(is_of_known).collect();
        if known.is_empty() { self.held.clone() } else { known }
    }
}

/// Cuts a random order into equal parts and holds each out.
fn random_folds(order: &[usize], parts: usize, count: usize) -> Vec<Fold> {
    let at = |part: usize| part * order.len() / parts;
    let fold = |part: usize| match &order[at(part)..at(part + 1)] {
        [] => Fold { learnt: order.to_vec(), held: order.to_vec() },
        held => Fold { learnt: [&order[..at(part)], &order[at(part + 1)..]].concat(), held: held.to_vec() },
    };
    (0..count).map(fold).collect()
}

/// Cuts a time series into equal parts and holds each out, the last one first; the first part of
/// all is only learned from.
fn forward_folds(order: &[usize], parts: usize, count: usize) -> Vec<Fold> {
    let at = |part: usize| part * order.len() / (parts + 1);
    let fold = |part: usize| match (&order[..at(part)], &order[at(part)..at(part + 1)]) {
        ([], _) | (_, []) => Fold { learnt: order.to_vec(), held: order.to_vec() },
        (learnt, held) => Fold { learnt: learnt.to_vec(), held: held.to_vec() },
    };
    (0..count).map(|back| fold(parts - back)).collect()
}

/// Deals each group to the smallest part so far and holds each part out.
fn group_folds(groups: Vec<Vec<usize>>, parts: usize, count: usize) -> Vec<Fold> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::DVector;
    use std::collections::BTreeSet;

    /// 20 groups of unequal size, in no order.
    #[test]
    fn no_group_is_on_both_sides_of_a_fold() {
        let groups: Vec<u32> = (0..1000u32).map(|row| row * 7919 % 1009 * 20 / 1009 * (row % 3) / 2).collect();
        for (parts, most) in [(5, 1000), (3, 500), (100, 1000)] {
            let folds = folds(&Groups::Labelled(groups.clone()), 1000, Folding { parts, count: parts, most }, 1);
            for Fold { learnt, held } in &folds {
                assert!(!held.is_empty() && learnt.len() + held.len() == most);
                let [learnt, held]: [BTreeSet<u32>; 2] =
                    [learnt, held].map(|rows| rows.iter().map(|&row| groups[row]).collect());
                assert!(learnt.is_disjoint(&held));
            }
            // every row is held out once
            assert_eq!(folds.iter().map(|fold| fold.held.len()).sum::<usize>(), most);
        }
    }

    #[test]
    fn rows_of_classes_that_no_learned_row_has_are_left_out() {
        let fold = Fold { learnt: vec![0, 1], held: vec![2, 3, 4] };
        let targets = DMatrix::from_columns(
            &[[1, -1, -1], [-1, 1, -1], [-1, 1, -1], [-1, -1, 1], [1, -1, -1]]
                .map(|row| DVector::from_row_slice(&row.map(f64::from))),
        );
        assert_eq!(fold.held_of_known(&targets), [2, 4]);
        assert_eq!(Fold { held: vec![3], ..fold }.held_of_known(&targets), [3], "something is to judge by");
        let values = DMatrix::from_row_slice(1, 3, &[-1.0, -2.0, -0.5]);
        assert_eq!(Fold { learnt: vec![0], held: vec![1, 2] }.held_of_known(&values), [1, 2]);
    }

    #[test]
    fn folds_of_a_time_series_learn_from_earlier_rows_only() {
        let folds = folds(&Groups::TimeSeries, 1000, Folding { parts: 4, count: 4, most: 500 }, 1);
        let ends: Vec<_> =
            folds.iter().map(|fold| [fold.learnt[0], fold.held[0], *fold.held.last().unwrap()]).collect();
        assert_eq!(ends, [[500, 900, 999], [500, 800, 899], [500, 700, 799], [500, 600, 699]]);
        assert!(folds.iter().all(|fold| fold.learnt.iter().max() < fold.held.iter().min()));
    }

    /// As many folds as rows hold out each once, and no row twice; so do more.
    #[test]
    fn there_are_at_most_as_many_folds_as_rows() {
        for (groups, held_out) in [(Groups::Independent, 12), (Groups::TimeSeries, 11)] {
            for parts in [12, 13, 100] {
                let folds = folds(&groups, 12, Folding { parts, count: parts, most: 6_000 }, 3);
                let held: BTreeSet<usize> = folds.iter().flat_map(|fold| fold.held.clone()).collect();
                assert_eq!((folds.len(), held.len()), (held_out, held_out), "{groups:?} {parts}");
                assert!(folds.iter().all(|fold| fold.held.len() == 1 && !fold.learnt.contains(&fold.held[0])));
            }
        }
        let four = folds(&Groups::Independent, 4, Folding { parts: 5, count: 5, most: 6_000 }, 3);
        assert_eq!(four.iter().map(|fold| fold.held.len()).sum::<usize>(), 4);
    }

    /// A change of these folds would change every model without groups.
    #[test]
    fn folds_of_independent_rows_are_parts_of_one_random_order() {
        let order = shuffled(23, 7);
        let folds = folds(&Groups::Independent, 23, Folding { parts: 5, count: 3, most: 20 }, 7);
        assert_eq!(folds.len(), 3);
        for (part, fold) in folds.iter().enumerate() {
            assert_eq!(fold.held, order[4 * part..4 * part + 4]);
            assert_eq!(fold.learnt, [&order[..4 * part], &order[4 * part + 4..20]].concat());
        }
    }
}
