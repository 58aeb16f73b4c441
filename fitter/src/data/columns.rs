//! The user's options about the columns of a file, and the roles that they give to the columns.

use super::file::DataFile;
use super::names::Names;
use crate::error::Error;
use crate::error::text::listed;
use crate::error::text::shortened;

/// The user's options about the columns of the training file.
#[derive(Debug, Clone, Default)]
pub struct Columns {
    /// The name of the target, or of several, separated by commas and quoted as in CSV; by default
    /// the last column that is not ignored.
    pub target: Option<String>,
    /// The names of columns to leave out, such as identifiers.
    pub ignore: Vec<String>,
    /// The name of the column that holds the groups of rows, which is no input.
    pub group: Option<String>,
    /// The name of the column that holds the times of samples, which is no input.
    pub clock: Option<String>,
    /// The task.
    pub task: Task,
    /// Whether columns of numbers stay inputs where they do not vary, as samples of a window and
    /// pixels of a grid do.
    pub constant: bool,
}

/// The task: does the target hold classes or values?
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Task {
    /// Classes for texts and for at most 20 distinct integers, values for other numbers.
    #[default]
    Auto,
    /// Classes, even if they are numbers.
    Classification,
    /// Values.
    Regression,
}

/// The role of each column, by position.
#[derive(Debug, PartialEq)]
pub(super) struct Roles {
    /// One target, or several with values.
    pub(super) targets: Vec<usize>,
    pub(super) inputs: Vec<usize>,
}

impl Columns {
    /// Returns the names of the input columns of a file.
    ///
    /// # Errors
    /// [`Error::Usage`] if a column is missing or has two roles, or if none is left.
    pub fn inputs(&self, file: &DataFile) -> Result<Vec<String>, Error> {
        Ok(self.roles(file)?.inputs.into_iter().map(|column| file.name(column).to_owned()).collect())
    }

    /// Finds the columns in a file.
    ///
    /// # Errors
    /// [`Error::Usage`] if a column is missing or has two roles, or if none is left.
    pub(super) fn roles(&self, file: &DataFile) -> Result<Roles, Error> {
        let ignored = self.ignore.iter().map(|name| find(file, "--ignore", name));
        let ignored = ignored.collect::<Result<Vec<usize>, Error>>()?;
        let group = self.group.as_ref().map(|name| find(file, "--group", name)).transpose()?;
        let clock = self.clock.as_ref().map(|name| find(file, "--clock", name)).transpose()?;
        let is_input = |column: &usize| !ignored.contains(column) && ![group, clock].contains(&Some(*column));
        let rest = (0..file.header().len()).filter(is_input);
        let mut inputs: Vec<usize> = rest.collect();
        let targets = match &self.target {
            Some(names) => targets(file, names)?,
            None => vec![*inputs.last().ok_or_else(|| Error::Usage("--ignore: leaves no column".into()))?],
        };
        for &target in &targets {
            let is = |column: Option<usize>| column == Some(target);
            let roles = [("--ignore", ignored.contains(&target)), ("--group", is(group)), ("--clock", is(clock))];
            for (option, is_both) in roles {
                if is_both {
                    let name = shortened(file.name(target));
                    return Err(Error::Usage(format!("column {name:?} is both --target and {option}")));
                }
            }
        }
        inputs.retain(|column| !targets.contains(column));
        Ok(Roles { targets, inputs })
    }
}

/// Returns the positions of the targets: of the column of this name, or of those that it lists.
///
/// # Errors
/// [`Error::Usage`] where the file lacks one, or one is named twice.
fn targets(file: &DataFile, names: &str) -> Result<Vec<usize>, Error> {
    if file.column(names.trim()).is_some() || !names.contains([',', '"']) {
        return Ok(vec![find(file, "--target", names)?]);
    }
    let Names(names) = names.parse().map_err(|why| Error::Usage(format!("--target: {why}")))?;
    let mut targets = Vec::new();
    for name in names {
        let column = find(file, "--target", &name)?;
        if targets.contains(&column) {
            return Err(Error::Usage(format!("--target names {:?} twice", shortened(&name))));
        }
        targets.push(column);
    }
    Ok(targets)
}

/// Returns the position of a column that an option names.
///
/// # Errors
/// [`Error::Usage`] where the file lacks it.
pub(super) fn find(file: &DataFile, option: &str, name: &str) -> Result<usize, Error> {
    file.column(name.trim()).ok_or_else(|| {
        let path = file.path().display();
        let names = listed(file.header(), 30);
        Error::Usage(format!("{option}: {path} has no column {:?}, but {names}", shortened(name)))
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
    fn named_columns_have_their_roles() {
        for (target, ignore, at, inputs) in [
            ("", &[][..], 3, &[0, 1, 2][..]),
            ("", &["id", " y"], 2, &[1]),
            ("a", &["id"], 1, &[2, 3]),
            ("y", &["id", "a", "b"], 3, &[]),
        ] {
            let found = roles(target, ignore).unwrap();
            assert_eq!((&found.targets[..], &found.inputs[..]), (&[at][..], inputs));
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
        assert_eq!((&roles.targets[..], &roles.inputs[..]), (&[2][..], &[0, 1][..]));
        for (said, part) in
            [(said(Some("a"), "a"), "both --target and --group"), (said(None, "z"), "--group: t.csv has no")]
        {
            assert!(said.roles(&file).unwrap_err().to_string().contains(part));
        }
    }

    #[test]
    fn several_targets_are_listed_as_in_csv() {
        let found = roles("y, a", &["id"]).unwrap();
        assert_eq!((&found.targets[..], &found.inputs[..]), (&[3, 1][..], &[2][..]));
        let file = DataFile::from_bytes(Path::new("t.csv"), "x,\"a,b\",y\n".into()).unwrap();
        let targets = |names: &str| super::targets(&file, names);
        assert_eq!([targets("a,b").unwrap(), targets("\"a,b\",y").unwrap()], [vec![1], vec![1, 2]]);
        assert!(targets("y,y").unwrap_err().to_string().contains("names \"y\" twice"));
        assert!(targets("y,z").unwrap_err().to_string().contains("no column \"z\""));
    }

    #[test]
    fn contradicting_options_are_refused() {
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
