//! The values of options.

use clap::ValueEnum;
use kernelet::answer::steady;
use kernelet_fit::data::Task;
use kernelet_fit::recipe;
use std::path::PathBuf;
use std::str::FromStr;

/// A value, or `auto`.
#[derive(Clone, Copy, Debug)]
pub struct Auto<T>(pub Option<T>);

impl<T: FromStr<Err = String>> FromStr for Auto<T> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(Auto(None)),
            name => name.parse().map(|named| Auto(Some(named))),
        }
    }
}

/// A task as the command line names it.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum TaskName {
    Auto,
    Classification,
    Regression,
}

impl From<TaskName> for Task {
    fn from(name: TaskName) -> Task {
        match name {
            TaskName::Auto => Task::Auto,
            TaskName::Classification => Task::Classification,
            TaskName::Regression => Task::Regression,
        }
    }
}

/// Reads the name of a plot: an ending of another format would lie.
pub fn svg(path: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(path);
    let is_svg = path.extension().is_none_or(|ending| ending.eq_ignore_ascii_case("svg"));
    if is_svg { Ok(path) } else { Err("a plot ends with .svg".to_owned()) }
}

/// The first element that stands in a list again.
pub fn repeated<T: PartialEq>(all: &[T]) -> Option<&T> {
    all.iter().enumerate().find(|(place, one)| all[..*place].contains(one)).map(|(_, one)| one)
}

/// Yes or no.
#[derive(Clone, Copy, Debug)]
pub struct Yes(pub bool);

impl FromStr for Yes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "yes" => Ok(Yes(true)),
            "no" => Ok(Yes(false)),
            _ => Err("not auto, yes or no".to_owned()),
        }
    }
}

/// A number of answers that a rule for steady ones looks at.
#[derive(Clone, Copy, Debug)]
pub struct AnswerCount(pub u8);

impl FromStr for AnswerCount {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let count = text.parse().ok().filter(|count| (steady::FEWEST..=steady::MOST).contains(count));
        count
            .map(AnswerCount)
            .ok_or_else(|| format!("not auto, or a number from {} to {}", steady::FEWEST, steady::MOST))
    }
}

/// Parses a number above 0.
pub fn positive(text: &str) -> Result<f64, String> {
    recipe::positive(text).ok_or_else(|| "not a number above 0".to_owned())
}

/// Parses a share between 0 and 1.
pub fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share: &f64| *share > 0.0 && *share < 1.0);
    share.ok_or_else(|| "not between 0 and 1".to_owned())
}
