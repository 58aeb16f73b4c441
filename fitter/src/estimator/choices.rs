//! What may be chosen about a model, by the names that the command line has for it.

use crate::data::Table;
use crate::error::{Error, Result};
use crate::recipe::{Asked, Auto, Blocks, Core, Deadline, Interval, Method, Recipe, combinations::Options, positive};
use clap::ValueEnum;
use std::slice;
use std::str::FromStr;

/// The names of all choices.
pub const NAMES: [&str; 27] = [
    "bandwidth",
    "blocks",
    "candidates",
    "core",
    "draw",
    "early",
    "features",
    "flash",
    "folds",
    "grid",
    "head",
    "instructions",
    "interval",
    "interval_ranges",
    "kernel",
    "logarithms",
    "method",
    "novelty",
    "number",
    "patch",
    "probability",
    "ram",
    "ridge",
    "sample_rows",
    "seconds",
    "seed",
    "variant",
];

/// What is chosen about a model. Whatever is not said has the default of `kernelet fit`.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    asked: Asked,
    /// All other decisions.
    rest: Recipe,
    instructions: Option<u64>,
    core: Option<Core>,
    interval: Option<f64>,
    interval_ranges: Option<u8>,
    sample_rows: Option<usize>,
    given: Vec<(String, String)>,
}

/// The choices that were made, as options of the command line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Said<'a> {
    given: &'a [(String, String)],
    has_windows: bool,
}

impl Options for Said<'_> {
    fn values(&self, name: &str) -> Option<&[String]> {
        let said = self.given.iter().rev().find(|(given, _)| given.replace('_', "-") == name);
        match said {
            Some((_, value)) => Some(slice::from_ref(value)).filter(|_| !says_nothing(name, value)),
            None => Some(&[][..]).filter(|_| name == "series" && self.has_windows),
        }
    }
}

/// Returns true for the value of a choice that stands for its default.
fn says_nothing(name: &str, value: &str) -> bool {
    value == "no" || (name == "method" && value == "auto")
}

impl Choices {
    /// Makes a choice, named and spelled as for `kernelet fit`: `with("flash", "4KiB")`. `yes` and
    /// `no` answer `probability`; `novelty` and `early` also take a share.
    ///
    /// # Errors
    /// [`Error::Usage`], with the name, for a name or a value that there is not.
    pub fn with(mut self, name: &str, value: &str) -> Result<Choices> {
        let made = self.choose(name, value.trim());
        made.map_err(|what| Error::Usage(format!("{name} {value:?}: {what}")))?;
        self.given.push((name.to_owned(), value.to_owned()));
        Ok(self)
    }

    fn choose(&mut self, name: &str, value: &str) -> std::result::Result<(), String> {
        let Choices { asked, rest, .. } = self;
        match name {
            "flash" => asked.size.flash = Some(value.parse()?),
            "ram" => asked.size.ram = Some(value.parse()?),
            "instructions" => self.instructions = Some(count(value)?),
            "core" => self.core = Some(named(value)?),
            "blocks" => asked.blocks = Some(auto(value, Blocks::from_str)?),
            "method" => asked.method = auto(value, Method::from_str)?,
            "variant" => rest.variants = value.parse()?,
            "features" => asked.size.features = Some(count(value)?),
            "draw" => rest.draw = Some(named(value)?),
            "candidates" => rest.candidates = Some(count(value)?),
            "kernel" => rest.kernel = named(value)?,
            "bandwidth" => rest.bandwidth = value.parse()?,
            "head" => rest.head = Some(named(value)?),
            "ridge" => rest.ridge = value.parse()?,
            "number" => asked.number = Some(auto(value, named)?),
            "logarithms" => asked.logarithms = Some(auto(value, yes)?),
            "grid" => rest.grid = Some(value.parse()?),
            "patch" => rest.patch = Some(value.parse()?),
            "probability" => rest.probability = yes(value)?,
            "novelty" => rest.novelty = share(value, 0.05)?,
            "early" => rest.early = share(value, 0.001)?,
            "interval" => self.interval = Some(level(value)?),
            "interval_ranges" => self.interval_ranges = Some(count(value).and_then(ranges)?),
            "folds" => rest.folds = Some(count(value).and_then(folds)?),
            "sample_rows" => self.sample_rows = Some(rows(value)?),
            "seconds" => rest.seconds = Some(positive(value).ok_or("not a number above 0")?),
            "seed" => rest.seed = value.parse().map_err(|_| "not a whole number from 0 on".to_owned())?,
            _ => return Err(format!("there is no such choice, but {}", NAMES.join(", "))),
        }
        Ok(())
    }

    /// Returns true if nothing says how large the model is to be, or of what it is to consist.
    pub(super) fn chooses_size(&self) -> bool {
        self.asked.chooses_size()
    }

    /// Returns a sample of the rows of a table where there are too many, else the table; of windows
    /// where that was chosen.
    pub(super) fn sampled(&self, table: Table, is_series: bool) -> Table {
        match is_series && self.sample_rows.is_none() {
            true => table,
            false => table.sampled(self.sample_rows, self.rest.seed).unwrap_or(table),
        }
    }

    /// The choices that say something, as options; whether of windows.
    pub(super) fn said(&self, has_windows: bool) -> Said<'_> {
        Said { given: &self.given, has_windows }
    }

    /// The choices that were made, as they were spelled.
    pub(super) fn given(&self) -> &[(String, String)] {
        &self.given
    }

    /// The recipe: as `kernelet fit` makes it of its options.
    ///
    /// # Errors
    /// [`Error::Usage`] where `instructions` come without a `core`, or the reverse.
    pub(super) fn recipe(&self) -> Result<Recipe> {
        if self.core.is_some() != self.instructions.is_some() {
            return Err(Error::Usage("instructions and core go together: the core is what they are counted on".into()));
        }
        if self.interval_ranges.is_some() && self.interval.is_none() {
            return Err(Error::Usage("interval_ranges goes with interval".into()));
        }
        let interval = self.interval.map(|level| Interval { level, ranges: self.interval_ranges.unwrap_or(1) });
        let mut asked = self.asked.clone();
        asked.size.deadline =
            self.core.zip(self.instructions).map(|(core, instructions)| Deadline { core, instructions });
        Ok(asked.recipe(Recipe { interval, ..self.rest.clone() }))
    }
}

/// Parses a value, or `auto`.
fn auto<T>(
    value: &str,
    parse: impl FnOnce(&str) -> std::result::Result<T, String>,
) -> std::result::Result<Auto<T>, String> {
    if value == "auto" { Ok(None) } else { parse(value).map(Some) }
}

/// Parses one of several names.
pub(super) fn named<T: ValueEnum>(value: &str) -> std::result::Result<T, String> {
    T::from_str(value, false).map_err(|_| {
        let names = T::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        format!("not one of {}", names.map(|name| name.get_name().to_owned()).collect::<Vec<_>>().join(", "))
    })
}

fn yes(value: &str) -> std::result::Result<bool, String> {
    match value {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("not yes or no".to_owned()),
    }
}

/// Parses a share between 0 and 1; `yes` is the usual one.
fn share(value: &str, usual: f64) -> std::result::Result<Option<f64>, String> {
    if let Ok(asked) = yes(value) {
        return Ok(asked.then_some(usual));
    }
    level(value).map(Some)
}

fn count<T: FromStr + PartialOrd + From<u8>>(value: &str) -> std::result::Result<T, String> {
    let count = value.parse().ok().filter(|count: &T| *count >= T::from(1));
    count.ok_or_else(|| "not a whole number from 1 on, or too large".to_owned())
}

/// Parses the share of values that are to lie in their intervals.
fn level(value: &str) -> std::result::Result<f64, String> {
    let level = value.parse().ok().filter(|level: &f64| *level > 0.0 && *level < 1.0);
    level.ok_or_else(|| "not between 0 and 1".to_owned())
}

fn ranges(count: u8) -> std::result::Result<u8, String> {
    if count <= 16 { Ok(count) } else { Err("not from 1 to 16".to_owned()) }
}

fn folds(count: u16) -> std::result::Result<u16, String> {
    if (2..=100).contains(&count) { Ok(count) } else { Err("not from 2 to 100".to_owned()) }
}

fn rows(value: &str) -> std::result::Result<usize, String> {
    value.parse().ok().filter(|rows| *rows >= 2).ok_or_else(|| "not a whole number from 2 on".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::{Bytes, HeadName, combinations};

    #[test]
    fn every_name_is_a_choice_and_nothing_else_is() {
        for name in NAMES {
            let message = Choices::default().with(name, "?").unwrap_err().to_string();
            assert!(
                message.starts_with(&format!("{name} \"?\": ")) && !message.contains("no such choice"),
                "{message}"
            );
        }
        let message = Choices::default().with("colour", "red").unwrap_err().to_string();
        assert!(message.contains("there is no such choice, but bandwidth, blocks"), "{message}");
    }

    #[test]
    fn values_are_spelled_as_for_the_command() {
        let made =
            [("flash", "4KiB"), ("number", "auto"), ("novelty", "yes"), ("blocks", "linear,fern"), ("seed", "3")];
        let choices = made.iter().try_fold(Choices::default(), |choices, (name, value)| choices.with(name, value));
        let recipe = choices.unwrap().recipe().unwrap();
        assert_eq!((recipe.size.flash, recipe.number, recipe.seed), (Some(Bytes(4096)), None, 3));
        assert_eq!((recipe.novelty, recipe.head), (Some(0.05), Some(HeadName::Ridge)));
        assert_eq!(recipe.blocks, Some(Blocks::LINEAR.and_ferns()));
        for (name, value) in
            [("features", "0"), ("features", "70000"), ("early", "1"), ("folds", "1"), ("kernel", "rbf")]
        {
            assert!(Choices::default().with(name, value).is_err(), "{name} {value}");
        }
        assert!(Choices::default().with("core", "cortex-m0").unwrap().recipe().is_err());
    }

    /// As the command refuses options that would be ignored.
    #[test]
    fn choices_that_say_nothing_beside_others_are_refused() {
        let refused = |made: &[(&str, &str)], has_windows| {
            let choices = made.iter().try_fold(Choices::default(), |choices, (name, value)| choices.with(name, value));
            let choices = choices.unwrap();
            combinations::check(&choices.said(has_windows), &choices.recipe().unwrap()).err().map(|e| e.to_string())
        };
        let counted = refused(&[("features", "20"), ("blocks", "fern")], false).unwrap();
        assert_eq!(counted, "--features 20 does not go with --blocks fern: these blocks have no features to count");
        let folds = [("folds", "5"), ("method", "mc"), ("features", "20")];
        assert!(refused(&folds, false).is_some_and(|why| why.starts_with("--folds 5 does not go here: ")));
        assert_eq!(refused(&folds, true), None);
        assert_eq!(refused(&[("method", "auto"), ("blocks", "linear")], false), None);
        assert_eq!(refused(&[("novelty", "no"), ("head", "logistic"), ("flash", "1KiB")], false), None);
    }
}
