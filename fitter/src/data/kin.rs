//! Which rows belong together, so that none of them may help to judge the others.

use super::cell::Cell;
use super::file::DataFile;
use crate::error::{Error, Place};
use std::collections::HashMap;

/// Stretches that a recording is cut into.
const STRETCHES: usize = 20;

/// Which rows belong together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Kin {
    /// None: each was drawn by itself.
    #[default]
    Strangers,
    /// Those of the same number: of one subject, device or recording.
    Groups(Vec<u32>),
    /// Each with those before: they are in the order of time.
    Ordered,
    /// None, as it was said, but each is like those beside it in its file: by the stretch of the file.
    Stretches(Vec<u32>),
}

impl Kin {
    /// The groups that a column of a file names: equal numbers, or equal texts.
    ///
    /// # Errors
    /// [`Error::Data`] if the file lacks the column, or a cell is missing.
    pub fn read(file: &DataFile, name: &str) -> Result<(Kin, Vec<String>), Error> {
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
        Ok((Kin::Groups(groups), names))
    }

    /// So many rows of a recording: 20 stretches.
    pub fn recording(rows: usize) -> Kin {
        let stretch = |row: usize| (row * STRETCHES / rows) as u32;
        Kin::Stretches((0..rows).map(stretch).collect())
    }

    /// What is known of the given rows, in the given order: rows that are in order must stay so.
    pub fn select(&self, rows: &[usize]) -> Kin {
        let select = |numbers: &[u32]| rows.iter().map(|&row| numbers[row]).collect();
        match self {
            Kin::Groups(groups) => Kin::Groups(select(groups)),
            Kin::Stretches(stretches) => Kin::Stretches(select(stretches)),
            other => other.clone(),
        }
    }

    /// The stretches of a recording as groups.
    pub fn apart(&self) -> Option<Kin> {
        match self {
            Kin::Stretches(stretches) => Some(Kin::Groups(stretches.clone())),
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
            Kin::Strangers | Kin::Stretches(_) => Vec::new(),
            Kin::Groups(_) => self.groups(&all),
            Kin::Ordered => all.chunks(rows.div_ceil(STRETCHES).max(1)).map(<[usize]>::to_vec).collect(),
        };
        if together.len() > 1 { together } else { Vec::new() }
    }

    /// The numbers of rows, those of one group together, in the order in which groups come first; none unless there are
    /// groups.
    pub(super) fn groups(&self, rows: &[usize]) -> Vec<Vec<usize>> {
        let Kin::Groups(groups) = self else { return Vec::new() };
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

    fn read(text: &str) -> Result<(Kin, Vec<String>), Error> {
        Kin::read(&DataFile::from_bytes(Path::new("t.csv"), text.into()).unwrap(), "who")
    }

    #[test]
    fn groups_are_equal_numbers_or_texts() {
        let (kin, names) = read("who,y\n1,a\nbob,a\n1.0,b\n2,b\nbob,c\n").unwrap();
        assert_eq!((kin, names), (Kin::Groups(vec![0, 1, 0, 2, 1]), ["1", "bob", "2"].map(str::to_owned).into()));
    }

    #[test]
    fn a_recording_has_stretches_that_can_be_held_apart() {
        let recording = Kin::recording(70);
        let Some(Kin::Groups(stretches)) = recording.apart() else { panic!("{recording:?}") };
        let lengths: Vec<usize> = Kin::Groups(stretches).together(70).iter().map(Vec::len).collect();
        assert!(lengths.len() == STRETCHES && lengths.iter().all(|length| [3, 4].contains(length)), "{lengths:?}");
        assert_eq!(recording.select(&[69, 0, 3, 4]), Kin::Stretches(vec![19, 0, 0, 1]));
        // unless they are asked for, its rows are strangers
        assert_eq!(recording.together(70), [[0; 0]; 0]);
        let folding = super::super::Folding { parts: 5, count: 5, most: 70 };
        let folds = |kin| super::super::folds(kin, 70, folding, 1);
        assert_eq!(folds(&recording), folds(&Kin::Strangers));
        assert_eq!(Kin::Groups(vec![1, 2]).apart(), None);
    }

    #[test]
    fn selected_rows_keep_their_groups() {
        let kin = Kin::Groups(vec![7, 8, 7, 9]);
        assert_eq!(kin.select(&[3, 0]), Kin::Groups(vec![9, 7]));
        assert_eq!(kin.groups(&[2, 1, 0]), [vec![2, 0], vec![1]]);
        assert_eq!(Kin::Ordered.select(&[1, 2]), Kin::Ordered);
        assert_eq!(kin.together(4), [vec![0, 2], vec![1], vec![3]]);
        assert_eq!(Kin::Strangers.together(4), [[0; 0]; 0]);
        let stretches = Kin::Ordered.together(1001);
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
