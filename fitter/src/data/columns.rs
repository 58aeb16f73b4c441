//! What the user said about a file's columns, and what follows from it.

use super::file::DataFile;
use super::note::listed;
use crate::error::Error;

/// What the user said about the columns of the training file.
#[derive(Debug, Clone, Default)]
pub struct Columns {
    /// The target; by default the last column that is not ignored.
    pub target: Option<String>,
    /// Columns to leave out, such as identifiers.
    pub ignore: Vec<String>,
    /// The column that names the groups of rows, which is no input.
    pub group: Option<String>,
    /// How to take the target.
    pub task: Task,
}

/// How to take the target.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Task {
    /// Texts and at most 20 distinct integers are classes, other numbers are values.
    #[default]
    Auto,
    /// As classes, even if they are numbers.
    Classification,
    /// As values.
    Regression,
}

/// Which column is what, by position.
#[derive(Debug, PartialEq)]
pub(super) struct Roles {
    pub(super) target: usize,
    pub(super) inputs: Vec<usize>,
}

impl Columns {
    /// Finds the columns in a file. Fails with [`Error::Usage`] if one is not there.
    pub(super) fn roles(&self, file: &DataFile) -> Result<Roles, Error> {
        let ignored =
            self.ignore.iter().map(|name| find(file, "--ignore", name)).collect::<Result<Vec<usize>, Error>>()?;
        let group = self.group.as_ref().map(|name| find(file, "--group", name)).transpose()?;
        let rest = (0..file.header().len()).filter(|column| !ignored.contains(column) && Some(*column) != group);
        let mut inputs: Vec<usize> = rest.collect();
        let target = match &self.target {
            Some(name) => find(file, "--target", name)?,
            None => *inputs.last().ok_or_else(|| Error::Usage("--ignore: leaves no column".into()))?,
        };
        if ignored.contains(&target) {
            let name = &file.header()[target];
            return Err(Error::Usage(format!("column {name:?} is both --target and --ignore")));
        }
        if group == Some(target) {
            let name = &file.header()[target];
            return Err(Error::Usage(format!("column {name:?} is both --target and --group")));
        }
        inputs.retain(|&column| column != target);
        Ok(Roles { target, inputs })
    }
}

fn find(file: &DataFile, option: &str, name: &str) -> Result<usize, Error> {
    file.column(name.trim()).ok_or_else(|| {
        let path = file.path().display();
        let names = listed(file.header(), 30);
        Error::Usage(format!("{option}: {path} has no column {name:?}, but {names}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn roles(target: &str, ignore: &[&str]) -> Result<Roles, Error> {
        let file = DataFile::from_bytes(Path::new("t.csv"), "id,a,b,y\n".into()).unwrap();
        let said = Columns {
            target: (!target.is_empty()).then(|| target.to_owned()),
            ignore: ignore.iter().map(|&name| name.to_owned()).collect(),
            ..Columns::default()
        };
        said.roles(&file)
    }

    #[test]
    fn finds_the_columns() {
        for (target, ignore, at, inputs) in [
            ("", &[][..], 3, &[0, 1, 2][..]),
            ("", &["id", " y"], 2, &[1]),
            ("a", &["id"], 1, &[2, 3]),
            ("y", &["id", "a", "b"], 3, &[]),
        ] {
            let found = roles(target, ignore).unwrap();
            assert_eq!((found.target, &found.inputs[..]), (at, inputs));
        }
    }

    #[test]
    fn a_column_of_groups_is_neither_input_nor_target() {
        let file = DataFile::from_bytes(Path::new("t.csv"), "id,a,b,y\n".into()).unwrap();
        let said = |target: Option<&str>, group: &str| Columns {
            target: target.map(str::to_owned),
            group: Some(group.to_owned()),
            ..Columns::default()
        };
        let roles = said(None, "y").roles(&file).unwrap();
        assert_eq!((roles.target, &roles.inputs[..]), (2, &[0, 1][..]));
        for (said, part) in
            [(said(Some("a"), "a"), "both --target and --group"), (said(None, "z"), "--group: t.csv has no")]
        {
            assert!(said.roles(&file).unwrap_err().to_string().contains(part));
        }
    }

    #[test]
    fn says_what_does_not_go_together() {
        let all = &["id", "a", "b", "y"][..];
        for (target, ignore, part) in [
            ("z", &[][..], "--target: t.csv has no column \"z\", but id, a, b, y"),
            ("", &["i"], "--ignore: t.csv has no column \"i\", but id, a, b, y"),
            ("a", &["a"], "\"a\" is both --target and --ignore"),
            ("", all, "--ignore: leaves no column"),
        ] {
            let error = roles(target, ignore).unwrap_err();
            assert!(error.to_string().contains(part), "{error}");
            assert_eq!(error.exit_code(), 2);
        }
    }
}
