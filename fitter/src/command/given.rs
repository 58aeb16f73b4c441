//! The options that stand on the command line, as they were written.

use clap::parser::ValueSource;
use clap::{ArgMatches, Command};
use kernelet_fit::error::{Error, Result};
use std::collections::BTreeMap;

/// The options that stand on the command line, by name, each with its values as they were written.
///
/// Options that were left out, and arguments without a name, are not among them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given(BTreeMap<String, Vec<String>>);

impl Given {
    /// Returns the options of a subcommand that were matched.
    pub fn of(command: &Command, matches: &ArgMatches) -> Given {
        let option = |option: &clap::Arg| {
            let id = option.get_id().as_str();
            let is_given = matches.value_source(id) == Some(ValueSource::CommandLine);
            let name = option.get_long().filter(|_| is_given)?;
            let values = matches.get_raw(id).filter(|_| option.get_action().takes_values());
            let values = values.into_iter().flatten().map(|value| value.to_string_lossy().into_owned());
            Some((name.to_owned(), values.collect()))
        };
        Given(command.get_arguments().filter_map(option).collect())
    }

    /// Returns true if an option stands on the command line.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Returns the values of an option, which is given.
    pub fn values(&self, name: &str) -> Option<&[String]> {
        self.0.get(name).map(Vec::as_slice)
    }

    /// Returns an option as it was written, as far as one value tells.
    pub fn written(&self, name: &str) -> String {
        match self.0.get(name).and_then(|values| values.first()) {
            Some(value) => format!("--{name} {value}"),
            None => format!("--{name}"),
        }
    }

    /// Refuses options that say nothing here, unless they do.
    ///
    /// # Errors
    /// [`Error::Usage`] with the first of them that is given, and the reason.
    pub fn refuse(&self, names: &[&str], do_they: bool, because: &str) -> Result<()> {
        match names.iter().find(|name| !do_they && self.has(name)) {
            Some(name) => Err(Error::Usage(format!("{} {because}", self.written(name)))),
            None => Ok(()),
        }
    }

    /// Returns all options but those named.
    pub fn without(&self, names: &[&str]) -> BTreeMap<String, Vec<String>> {
        self.0.iter().filter(|(name, _)| !names.contains(&name.as_str())).map(|(k, v)| (k.clone(), v.clone())).collect()
    }
}
