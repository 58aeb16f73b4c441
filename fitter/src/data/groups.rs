//! The dependence between rows, which decides which of them are held out together.

use super::cell::{Cell, is_exact};
use super::file::DataFile;
use crate::error::{Error, Place};
use std::collections::HashMap;

/// The number of contiguous blocks that dependent rows are cut into.
const BLOCKS: usize = 20;

/// The dependence between the rows of a table.
///
/// A model is judged on rows that it did not learn from. Where rows resemble each other, as those
/// of one recording do, rows that are held out at random are predictable from their neighbours
/// among the training rows, and the error on them is too low. The variants name the splits that
/// avoid this.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Groups {
    /// Rows are independent. They are held out at random, as in k-fold cross-validation.
    #[default]
    Independent,
    /// Rows of one group depend on each other: rows of one subject, device or recording. Whole
    /// groups are held out, as in grouped cross-validation. Holds the group of each row.
    Labelled(Vec<u32>),
    /// Rows are a time series. A fold learns from earlier rows than it holds out, as in forward
    /// validation.
    TimeSeries,
    /// Rows turned out to be predictable from neighbouring rows, without groups that the user
    /// named. They are held out at random, and the model must then also hold on contiguous blocks
    /// of rows that are left out whole, as in blocked cross-validation. Holds the block of each
    /// row.
    Blocked(Vec<u32>),
    /// Rows of groups, some of which are altered copies of others: these are learned from with the
    /// rows of their group, and never held out. Holds the group of each row, and whether it is a
    /// copy.
    Copied(Vec<(u32, bool)>),
}

impl Groups {
    /// Reads the groups from a column of a file, and returns them with their names. Equal numbers,
    /// or equal texts, are one group; whole numbers of more than 53 bits count as texts.
    ///
    /// # Errors
    /// [`Error::Data`] if the file lacks the column, or a cell is missing.
    pub fn read(file: &DataFile, name: &str) -> Result<(Groups, Vec<String>), Error> {
        let column = file.column(name.trim()).ok_or_else(|| {
            let place = Place { path: file.path().to_owned(), column: Some(name.to_owned()), ..Place::default() };
            place.error("the file lacks the column of groups")
        })?;
        let (mut indices, mut names, mut groups) = (HashMap::new(), Vec::new(), Vec::new());
        let mut rows = file.rows();
        while let Some(row) = rows.read()? {
            let text = match row.cell(column)? {
                Cell::Number(number) if is_exact(number) => number.to_string(),
                Cell::Number(_) | Cell::Text => row.text(column).into_owned(),
                Cell::Blank | Cell::Mark => return Err(row.place(column).error("the group is missing")),
            };
            let index = *indices.entry(text.clone()).or_insert_with(|| {
                names.push(text);
                names.len() as u32 - 1
            });
            groups.push(index);
        }
        Ok((Groups::Labelled(groups), names))
    }

    /// Cuts `rows` rows into 20 contiguous blocks.
    pub fn blocked(rows: usize) -> Groups {
        let block = |row: usize| (row * BLOCKS / rows) as u32;
        Groups::Blocked((0..rows).map(block).collect())
    }

    /// Selects rows by their indices; those of a time series must stay in order.
    pub fn select(&self, rows: &[usize]) -> Groups {
        let select = |indices: &[u32]| rows.iter().map(|&row| indices[row]).collect();
        match self {
            Groups::Labelled(groups) => Groups::Labelled(select(groups)),
            Groups::Blocked(blocks) => Groups::Blocked(select(blocks)),
            Groups::Copied(groups) => Groups::Copied(rows.iter().map(|&row| groups[row]).collect()),
            other => other.clone(),
        }
    }

    /// Returns the groups of `rows` rows and so many copies of all of them, copy after copy; none
    /// for a time series, whose rows have an order. Rows without groups each have one of their own,
    /// and blocks are groups.
    pub fn copied(&self, rows: usize, copies: usize) -> Option<Groups> {
        let labels = match self {
            Groups::Independent => (0..rows as u32).collect(),
            Groups::Labelled(labels) | Groups::Blocked(labels) => labels.clone(),
            Groups::TimeSeries | Groups::Copied(_) => return None,
        };
        let label = |copy: usize| labels.iter().map(move |&label| (label, copy > 0));
        Some(Groups::Copied((0..=copies).flat_map(label).collect()))
    }

    /// Returns true for a row that is a copy.
    pub fn is_copy(&self, row: usize) -> bool {
        matches!(self, Groups::Copied(groups) if groups[row].1)
    }

    /// Returns true where a row is the first, or of another group than the one before it.
    pub fn begins(&self, row: usize) -> bool {
        match self {
            _ if row == 0 => true,
            Groups::Labelled(groups) => groups[row - 1] != groups[row],
            _ => false,
        }
    }

    /// Returns the blocks as groups, for blocked cross-validation; `None` for other rows.
    pub fn blocks(&self) -> Option<Groups> {
        match self {
            Groups::Blocked(blocks) => Some(Groups::Labelled(blocks.clone())),
            _ => None,
        }
    }

    /// Returns the sets of rows that leave-one-out validation leaves out together: groups, or 20
    /// contiguous blocks of a time series. Empty where each row is left out alone, and where there
    /// is a single group only.
    pub fn left_out_together(&self, rows: usize) -> Vec<Vec<usize>> {
        let all: Vec<usize> = (0..rows).collect();
        let together = match self {
            Groups::Independent | Groups::Blocked(_) => Vec::new(),
            Groups::Labelled(_) | Groups::Copied(_) => self.by_group(&all),
            Groups::TimeSeries => all.chunks(rows.div_ceil(BLOCKS).max(1)).map(<[usize]>::to_vec).collect(),
        };
        if together.len() > 1 { together } else { Vec::new() }
    }

    /// Sorts rows by group, groups in the order of their first row; empty unless the rows are
    /// labelled.
    pub(super) fn by_group(&self, rows: &[usize]) -> Vec<Vec<usize>> {
        let group = |row: usize| match self {
            Groups::Labelled(groups) => Some(groups[row]),
            Groups::Copied(groups) => Some(groups[row].0),
            _ => None,
        };
        let (mut places, mut sorted) = (HashMap::new(), Vec::<Vec<usize>>::new());
        for (row, group) in rows.iter().filter_map(|&row| Some((row, group(row)?))) {
            let place = *places.entry(group).or_insert_with(|| {
                sorted.push(Vec::new());
                sorted.len() - 1
            });
            sorted[place].push(row);
        }
        sorted
    }
}

#[cfg(test)]
mod tests {
    use super::super::folds::{Folding, folds};
    use super::*;
    use std::path::Path;

    fn read(text: &str) -> Result<(Groups, Vec<String>), Error> {
        Groups::read(&DataFile::from_bytes(Path::new("t.csv"), text.into()).unwrap(), "who")
    }

    #[test]
    fn groups_are_equal_numbers_or_texts() {
        let (groups, names) = read("who,y\n1,a\nbob,a\n1.0,b\n2,b\nbob,c\n").unwrap();
        assert_eq!(
            (groups, names),
            (Groups::Labelled(vec![0, 1, 0, 2, 1]), ["1", "bob", "2"].map(str::to_owned).into())
        );
    }

    #[test]
    fn numbers_with_more_digits_than_floats_hold_are_told_apart() {
        let (_, names) = read("who,y\n9007199254740993,a\n9007199254740992,a\n9007199254740993,b\n").unwrap();
        assert_eq!(names, ["9007199254740993", "9007199254740992"]);
    }

    #[test]
    fn blocks_are_contiguous_and_of_equal_size() {
        let blocked = Groups::blocked(70);
        let sizes: Vec<usize> = blocked.blocks().unwrap().left_out_together(70).iter().map(Vec::len).collect();
        assert!(sizes.len() == BLOCKS && sizes.iter().all(|size| [3, 4].contains(size)), "{sizes:?}");
        assert_eq!(blocked.select(&[69, 0, 3, 4]), Groups::Blocked(vec![19, 0, 0, 1]));
        assert_eq!(Groups::Labelled(vec![1, 2]).blocks(), None);
    }

    #[test]
    fn blocked_rows_are_held_out_at_random_until_their_blocks_are_asked_for() {
        let blocked = Groups::blocked(70);
        assert_eq!(blocked.left_out_together(70), [[0; 0]; 0]);
        let folding = Folding { parts: 5, count: 5, most: 70 };
        assert_eq!(folds(&blocked, 70, folding, 1), folds(&Groups::Independent, 70, folding, 1));
    }

    #[test]
    fn selected_rows_keep_their_groups() {
        let groups = Groups::Labelled(vec![7, 8, 7, 9]);
        assert_eq!(groups.select(&[3, 0]), Groups::Labelled(vec![9, 7]));
        assert_eq!(groups.by_group(&[2, 1, 0]), [vec![2, 0], vec![1]]);
        assert_eq!(Groups::TimeSeries.select(&[1, 2]), Groups::TimeSeries);
        assert_eq!(groups.left_out_together(4), [vec![0, 2], vec![1], vec![3]]);
        assert_eq!(Groups::Independent.left_out_together(4), [[0; 0]; 0]);
        let blocks = Groups::TimeSeries.left_out_together(1001);
        assert_eq!((blocks.concat(), blocks.len()), ((0..1001).collect(), BLOCKS));
    }

    #[test]
    fn copies_are_learned_from_with_their_group_and_never_held_out() {
        let copied = Groups::Labelled(vec![7, 8, 7, 9]).copied(4, 2).unwrap();
        assert_eq!(copied.left_out_together(12), [vec![0, 2, 4, 6, 8, 10], vec![1, 5, 9], vec![3, 7, 11]]);
        assert_eq!(copied.select(&[11, 3]), Groups::Copied(vec![(9, true), (9, false)]));
        for groups in [copied, Groups::Independent.copied(4, 2).unwrap()] {
            let folds = folds(&groups, 12, Folding { parts: 3, count: 3, most: 12 }, 1);
            let mut held: Vec<usize> = folds.iter().flat_map(|fold| fold.held.clone()).collect();
            held.sort_unstable();
            assert_eq!(held, [0, 1, 2, 3]);
            for fold in folds {
                let is_of_held = |row: &usize| fold.held.contains(&(row % 4));
                assert!(!fold.learnt.iter().any(is_of_held) && fold.learnt.len() % 3 == 0, "{fold:?}");
            }
        }
        assert_eq!(Groups::TimeSeries.copied(4, 2), None);
    }

    #[test]
    fn missing_groups_are_refused_with_their_place() {
        for (text, part) in [
            ("who,y\n1,a\n,b\n", "line 3 (row 2), column \"who\", value \"\": the group is missing"),
            ("what,y\n1,a\n", "column \"who\": the file lacks the column of groups"),
        ] {
            assert!(read(text).unwrap_err().to_string().contains(part));
        }
    }
}
