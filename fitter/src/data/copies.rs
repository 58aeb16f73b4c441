//! Rows with altered copies of them, which are learned from and never judged on.

use super::table::{Inputs, Table};

/// The places between those of rows and of their copies.
const APART: u32 = 2;

impl Table {
    /// Returns the rows, and after them copies with other inputs, each of all rows in their order;
    /// the same rows, where they have an order in time.
    ///
    /// Targets, groups and weights are those of the rows; a copy is the neighbour of no other row.
    pub fn with_copies(self, copies: &[Inputs]) -> Table {
        let rows = self.rows();
        let Some(groups) = self.groups.copied(rows, copies.len()) else { return self };
        let each: Vec<usize> = (0..=copies.len()).flat_map(|_| 0..rows).collect();
        let mut inputs = self.inputs;
        for copy in copies {
            inputs.columns.iter_mut().zip(&copy.columns).for_each(|(own, column)| own.extend(column));
        }
        let weights = each.iter().map(|&row| self.sample_weights[row]).collect();
        Table {
            inputs,
            targets: self.targets.select(&each),
            teacher: self.teacher.as_ref().map(|teacher| teacher.select(&each)),
            groups,
            sample_weights: weights,
            places: self.places.map(|places| placed(&places, each.len())),
        }
    }
}

/// The places of rows, and others of copies.
fn placed(places: &[u32], all: usize) -> Vec<u32> {
    let (own, next) = (places.iter().copied(), places.iter().max().map_or(0, |last| last + APART));
    own.chain((0..).map(|copy| next + APART * copy)).take(all).collect()
}

#[cfg(test)]
mod tests {
    use super::super::groups::Groups;
    use super::super::table::{ColumnKind, Targets};
    use super::*;

    fn inputs(cells: &[f64]) -> Inputs {
        Inputs { names: vec!["a".into()], kinds: vec![ColumnKind::Number], columns: vec![cells.to_vec()] }
    }

    #[test]
    fn copies_have_the_targets_and_groups_of_their_rows() {
        let targets = Targets::Classes { labels: vec!["n".into(), "y".into()], index: vec![1, 0] };
        let table = Table {
            groups: Groups::Labelled(vec![4, 6]),
            sample_weights: vec![0.5, 1.5],
            places: Some(vec![3, 4]),
            ..Table::independent(inputs(&[1.0, 2.0]), targets)
        };
        let copied = table.clone().with_copies(&[inputs(&[10.0, 20.0])]);
        assert_eq!(copied.inputs.columns[0], [1.0, 2.0, 10.0, 20.0]);
        assert!(matches!(copied.targets, Targets::Classes { ref index, .. } if *index == [1, 0, 1, 0]));
        assert_eq!(copied.groups, Groups::Copied(vec![(4, false), (6, false), (4, true), (6, true)]));
        assert_eq!((copied.sample_weights, copied.places), (vec![0.5, 1.5, 0.5, 1.5], Some(vec![3, 4, 6, 8])));
        let series = Table { groups: Groups::TimeSeries, ..table };
        assert_eq!(series.clone().with_copies(&[inputs(&[10.0, 20.0])]), series);
    }
}
