//! Which rows belong together, so that none of them may help to judge the others.

use super::cell::Cell;
use super::file::DataFile;
use crate::error::{Error, Place};
use std::collections::HashMap;

/// Stretches that a recording is cut into.
const STRETCHES: usize = 20;

/// Which rows belong together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Groups {
    /// None: each was drawn by itself.
    #[default]
    Independent,
    /// Those of the same number: of one subject, device or recording.
    Labelled(Vec<u32>),
    /// Each with those before: they are in the order of time.
    TimeSeries,
    /// None, as it was said, but each is like those beside it in its file: by the stretch of the file.
    Blocked(Vec<u32>),
}

impl Groups {
    /// The groups that a column of a file names: equal numbers, or equal texts.
    ///
    /// # Errors
    /// [`Error::Data`] if the file lacks the column, or a cell is missing.
    pub fn read(file: &DataFile, name: &str) -> Result<(Groups, Vec<String>), Error> {
        let column = file.column(name.trim()).ok_or_else(|| {
            let place = Place { path: file.path().to_owned(), column: Some(name.to_owned()), ..Place::default() };
            place.error("the file lacks the column of groups")
        })?;
        let (mut numbers, mut names, mut groups) = (HashMap::new(), Vec::new(), Vec::new());
        let mut rows = file.rows();
        while let Some(row) = rows.read()? {
            let text = match row.cell(column)? {
                Cell::Number(number) => number.to_string(),
                Cell::Text => row.text(column).to_owned(),
                Cell::Blank | Cell::Mark => return Err(row.place(column).error("the group is missing")),
            };
            let number = *numbers.entry(text.clone()).or_insert_with(|| {
                names.push(text);
                names.len() as u32 - 1
            });
            groups.push(number);
        }
        Ok((Groups::Labelled(groups), names))
    }

    /// So many rows of a recording: 20 stretches.
    pub fn recording(rows: usize) -> Groups {
        let stretch = |row: usize| (row * STRETCHES / rows) as u32;
        Groups::Blocked((0..rows).map(stretch).collect())
    }

    /// What is known of the given rows, in the given order: rows that are in order must stay so.
    pub fn select(&self, rows: &[usize]) -> Groups {
        let select = |numbers: &[u32]| rows.iter().map(|&row| numbers[row]).collect();
        match self {
            Groups::Labelled(groups) => Groups::Labelled(select(groups)),
            Groups::Blocked(stretches) => Groups::Blocked(select(stretches)),
            other => other.clone(),
        }
    }

    /// The stretches of a recording as groups.
    pub fn apart(&self) -> Option<Groups> {
        match self {
            Groups::Blocked(stretches) => Some(Groups::Labelled(stretches.clone())),
            _ => None,
        }
    }

    /// Rows that must be left out together where all are left out in turn; none where each is by itself, or a single group
    /// is all that there is.
    ///
    /// Of rows in order, neighbours: 20 stretches.
    pub fn together(&self, rows: usize) -> Vec<Vec<usize>> {
        let all: Vec<usize> = (0..rows).collect();
        let together = match self {
            Groups::Independent | Groups::Blocked(_) => Vec::new(),
            Groups::Labelled(_) => self.groups(&all),
            Groups::TimeSeries => all.chunks(rows.div_ceil(STRETCHES).max(1)).map(<[usize]>::to_vec).collect(),
        };
        if together.len() > 1 { together } else { Vec::new() }
    }

    /// The numbers of rows, those of one group together, in the order in which groups come first; none unless there are
    /// groups.
    pub(super) fn groups(&self, rows: &[usize]) -> Vec<Vec<usize>> {
        let Groups::Labelled(groups) = self else { return Vec::new() };
        let (mut places, mut together) = (HashMap::new(), Vec::<Vec<usize>>::new());
        for &row in rows {
            let place = *places.entry(groups[row]).or_insert_with(|| {
                together.push(Vec::new());
                together.len() - 1
            });
            together[place].push(row);
        }
        together
    }
}

#[cfg(test)]
mod tests {
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
    fn a_recording_has_stretches_that_can_be_held_apart() {
        let recording = Groups::recording(70);
        let Some(Groups::Labelled(stretches)) = recording.apart() else { panic!("{recording:?}") };
        let lengths: Vec<usize> = Groups::Labelled(stretches).together(70).iter().map(Vec::len).collect();
        assert!(lengths.len() == STRETCHES && lengths.iter().all(|length| [3, 4].contains(length)), "{lengths:?}");
        assert_eq!(recording.select(&[69, 0, 3, 4]), Groups::Blocked(vec![19, 0, 0, 1]));
        // unless they are asked for, its rows are strangers
        assert_eq!(recording.together(70), [[0; 0]; 0]);
        let folding = super::super::Folding { parts: 5, count: 5, most: 70 };
        let folds = |groups| super::super::folds(groups, 70, folding, 1);
        assert_eq!(folds(&recording), folds(&Groups::Independent));
        assert_eq!(Groups::Labelled(vec![1, 2]).apart(), None);
    }

    #[test]
    fn selected_rows_keep_their_groups() {
        let groups = Groups::Labelled(vec![7, 8, 7, 9]);
        assert_eq!(groups.select(&[3, 0]), Groups::Labelled(vec![9, 7]));
        assert_eq!(groups.groups(&[2, 1, 0]), [vec![2, 0], vec![1]]);
        assert_eq!(Groups::TimeSeries.select(&[1, 2]), Groups::TimeSeries);
        assert_eq!(groups.together(4), [vec![0, 2], vec![1], vec![3]]);
        assert_eq!(Groups::Independent.together(4), [[0; 0]; 0]);
        let stretches = Groups::TimeSeries.together(1001);
        assert_eq!((stretches.concat(), stretches.len()), ((0..1001).collect(), STRETCHES));
    }

    #[test]
    fn says_where_a_group_is_missing() {
        for (text, part) in [
            ("who,y\n1,a\n,b\n", "line 3 (row 2), column \"who\", value \"\": the group is missing"),
            ("what,y\n1,a\n", "column \"who\": the file lacks the column of groups"),
        ] {
            assert!(read(text).unwrap_err().to_string().contains(part));
        }
    }
}
