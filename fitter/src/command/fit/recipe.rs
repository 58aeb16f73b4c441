//! The options of another fit, from its data sheet.

use clap::{Arg, Command};
use kernelet_fit::error::Result;
use kernelet_fit::pack::read_options;
use std::ffi::OsString;
use std::path::Path;

/// The options that say where something is read or written, or how it is shown: those decide no
/// model and are no part of a recipe.
pub const NOT_RECORDED: [&str; 8] = ["json", "out", "quiet", "recipe", "report", "resume", "test", "threads"];

/// Returns arguments of which `--recipe FILE` is followed by the options of that file, but for
/// those that stand among the arguments already, or that contradict one of them. The column of
/// groups that are left out so is no input.
///
/// # Errors
/// [`Error::Io`](kernelet_fit::Error::Io) and [`Error::Model`](kernelet_fit::Error::Model) for a
/// file that is no data sheet.
pub fn expanded(command: &Command, mut arguments: Vec<OsString>) -> Result<Vec<OsString>> {
    let end = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
    let given = &arguments[..end];
    let Some(path) = given.iter().any(|argument| argument == "fit").then(|| recipe(given)).flatten() else {
        return Ok(arguments);
    };
    let options = read_options(Path::new(&path))?;
    let added = options.iter().flat_map(|(name, values)| match name.as_str() {
        name if is_open(command, name, given) => written(name, values),
        "group" if !given.iter().any(|argument| is_option(argument, "group")) => written("ignore", values),
        _ => Vec::new(),
    });
    let added: Vec<OsString> = added.collect();
    arguments.splice(end..end, added);
    Ok(arguments)
}

/// Returns the file after `--recipe`, if it is there.
fn recipe(given: &[OsString]) -> Option<OsString> {
    let at = given.iter().position(|argument| is_option(argument, "recipe"))?;
    match given[at].to_str().and_then(|argument| argument.split_once('=')) {
        Some((_, path)) => Some(path.into()),
        None => given.get(at + 1).cloned(),
    }
}

/// Returns true if an argument is an option of this name, with or without its value.
fn is_option(argument: &OsString, name: &str) -> bool {
    let name_of = argument.to_str().and_then(|text| text.strip_prefix("--"));
    name_of.is_some_and(|text| text.split('=').next() == Some(name))
}

/// Returns true if an option is neither given nor contradicts one that is.
fn is_open(command: &Command, name: &str, given: &[OsString]) -> bool {
    let has = |name: &str| given.iter().any(|argument| is_option(argument, name));
    let find = |name: &str| command.get_arguments().find(|known| known.get_long() == Some(name));
    let contradicts = |one: &Arg, other: &Arg| {
        command.get_arg_conflicts_with(one).iter().any(|found| found.get_id() == other.get_id())
    };
    let Some(own) = find(name) else { return !has(name) };
    let others = command.get_arguments().filter(|other| other.get_long().is_some_and(has));
    !has(name) && !others.into_iter().any(|other| contradicts(own, other) || contradicts(other, own))
}

/// Returns an option as arguments, one for each of its values.
fn written(name: &str, values: &[String]) -> Vec<OsString> {
    match values {
        [] => vec![format!("--{name}").into()],
        values => values.iter().map(|value| format!("--{name}={value}").into()).collect(),
    }
}
