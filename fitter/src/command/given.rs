//! The options that stand on the command line, as they were written.

use clap::parser::ValueSource;
use clap::{ArgMatches, Command};
use kernelet_fit::error::{Error, Result};
use kernelet_fit::recipe::combinations::Options;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;

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

impl Options for Given {
    fn values(&self, name: &str) -> Option<&[String]> {
        self.0.get(name).map(Vec::as_slice)
    }
}

/// Returns a command line as a shell takes it, the program by its name alone.
pub fn written(arguments: impl IntoIterator<Item = OsString>) -> String {
    let mut arguments = arguments.into_iter();
    let program = arguments.next().unwrap_or_default();
    let name = Path::new(&program).file_name().unwrap_or(&program).to_owned();
    [name]
        .into_iter()
        .chain(arguments)
        .map(|argument| for_shell(&argument.to_string_lossy()))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns an argument in quotes where a shell needs them.
fn for_shell(argument: &str) -> String {
    let is_plain =
        |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | ':' | '=' | '+' | '%' | ',' | '@');
    match !argument.is_empty() && argument.chars().all(is_plain) {
        true => argument.to_owned(),
        false => format!("'{}'", argument.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_written_as_a_shell_takes_it() {
        let arguments = ["/bin/kernelet", "fit", "my data.csv", "--target=it's", "--flash", "4KiB", ""];
        assert_eq!(
            written(arguments.map(OsString::from)),
            r"kernelet fit 'my data.csv' '--target=it'\''s' --flash 4KiB ''"
        );
    }
}
