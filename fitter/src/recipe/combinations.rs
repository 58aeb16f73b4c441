//! The rules of combinations: which options say nothing beside which others, and why.
//!
//! They are data, in `combinations.csv`. An option is refused, unless its value is named as fine,
//! where another choice has one of some values, `*` for any that is given.

use super::{Base, KernelName, Method, Recipe};
use crate::error::{Error, Result};
use std::fmt::Display;

/// The rules: option, values that are fine, the other choice, its values, the reason.
const RULES: &str = include_str!("combinations.csv");

/// The options that somebody gave, by the names of the command line.
pub trait Options {
    /// Returns the values of an option as they were given: none of one that takes none, `None` of
    /// one that was not given.
    fn values(&self, name: &str) -> Option<&[String]>;

    /// Returns true if an option was given.
    fn has(&self, name: &str) -> bool {
        self.values(name).is_some()
    }

    /// Returns an option as it is written, as far as one value tells.
    fn written(&self, name: &str) -> String {
        match self.values(name).and_then(<[String]>::first) {
            Some(value) => format!("--{name} {value}"),
            None => format!("--{name}"),
        }
    }
}

/// A rule of combinations.
struct Rule<'a> {
    option: &'a str,
    fine: Vec<&'a str>,
    with: &'a str,
    values: Vec<&'a str>,
    because: &'a str,
}

/// Returns all rules.
fn rules() -> impl Iterator<Item = Rule<'static>> {
    let rule = |line: &'static str| {
        let [option, fine, with, values, because] = line.splitn(5, ';').collect::<Vec<_>>().try_into().ok()?;
        let list = |cell: &'static str| cell.split('|').filter(|value| !value.is_empty()).collect();
        Some(Rule { option, fine: list(fine), with, values: list(values), because })
    };
    RULES.lines().skip(1).map(move |line| rule(line).expect("rules of five cells"))
}

/// Refuses options that would be ignored beside others.
///
/// # Errors
/// [`Error::Usage`], with both options and the reason.
pub fn check(given: &dyn Options, recipe: &Recipe) -> Result<()> {
    let broken = |rule: &Rule| {
        let values = given.values(rule.option).unwrap_or_default();
        let is_fine = values.iter().any(|value| rule.fine.contains(&value.as_str()));
        let is_met = match rule.values[..] {
            ["*"] => given.has(rule.with),
            _ => rule.values.contains(&choice(given, recipe, rule.with).as_str()),
        };
        given.has(rule.option) && !is_fine && is_met
    };
    match rules().find(broken) {
        Some(rule) => {
            let (option, with) = (given.written(rule.option), with(given, recipe, rule.with));
            Err(Error::Usage(format!("{option} does not go {with}: {}", rule.because)))
        }
        None => Ok(()),
    }
}

/// Returns the other choice as a person calls it: an option as it was written, or a default.
fn with(given: &dyn Options, recipe: &Recipe, name: &str) -> String {
    match (name, given.has(name)) {
        ("held-out", _) => "here".to_owned(),
        ("scale", _) if given.has("kernel") => format!("with {}", given.written("kernel")),
        ("scale", _) => format!("with {}", given.written("blocks")),
        (_, true) => format!("with {}", given.written(name)),
        // blocks that nobody named are those of the method
        ("blocks", false) if given.has("method") => format!("with {}", given.written("method")),
        (_, false) => format!("with the {name} {}, the default here", choice(given, recipe, name)),
    }
}

/// Returns a choice of a recipe by its name, `auto` where it is open, or the value of an option.
fn choice(given: &dyn Options, recipe: &Recipe, name: &str) -> String {
    let or_auto = |choice: Option<&dyn Display>| choice.map_or("auto".to_owned(), |choice| choice.to_string());
    match name {
        "blocks" => or_auto(recipe.blocks.as_ref().map(|blocks| blocks as &dyn Display)),
        "method" => match recipe.blocks {
            Some(blocks) if !blocks.base.has_features() && recipe.method != Method::Linear => "none".to_owned(),
            _ => recipe.method.to_string(),
        },
        "novelty" => if recipe.novelty.is_some() { "yes" } else { "no" }.to_owned(),
        "held-out" if given.has("series") || given.has("window") => "used".to_owned(),
        "held-out" => if uses_held_out_rows(recipe) { "used" } else { "unused" }.to_owned(),
        "scale" => if uses_scale(recipe) { "used" } else { "unused" }.to_owned(),
        option => given.values(option).and_then(<[String]>::first).cloned().unwrap_or_default(),
    }
}

/// Returns true unless all features grow with their inputs by a factor; where they are learned, the
/// training begins at the bandwidth.
fn uses_scale(recipe: &Recipe) -> bool {
    let is_relu = recipe.blocks.is_some_and(|blocks| blocks.base == Base::Relu);
    let is_homogeneous = is_relu || matches!(recipe.kernel, KernelName::Linear | KernelName::Arccos1);
    !is_homogeneous || recipe.method == Method::Learned
}

/// Returns true if rows are held out to choose or to calibrate something.
fn uses_held_out_rows(recipe: &Recipe) -> bool {
    let is_fixed = recipe.blocks.is_some_and(|blocks| blocks.only_features())
        && recipe.method != Method::Learned
        && recipe.logarithms.is_some();
    let is_calibrated =
        recipe.probability || recipe.novelty.is_some() || recipe.early.is_some() || recipe.interval.is_some();
    !is_fixed || is_calibrated
}

/// Returns the option, the other choice and the reason of every rule.
pub fn all() -> impl Iterator<Item = [&'static str; 3]> {
    rules().map(|Rule { option, with, because, .. }| [option, with, because])
}
