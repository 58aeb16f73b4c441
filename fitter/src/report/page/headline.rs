//! The headline: what was bought, in one sentence and a few figures.

use super::subject::Subject;
use crate::choose::Baseline;
use crate::error::text::{shortened, significant};
use crate::metrics::Metrics;
use crate::pack::size;
use crate::report::figure::{bytes, count, share, thousands};

/// The headline of a report.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Headline {
    /// The title: the target and the training file.
    pub title: String,
    /// The sentence, in parts of which some stand out.
    pub sentence: Vec<(String, bool)>,
    /// The figures.
    pub tiles: Vec<Tile>,
}

/// A figure of the headline.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    /// What it is.
    pub what: String,
    /// The figure with its unit.
    pub value: String,
    /// What is to be known about it.
    pub note: String,
}

impl Headline {
    /// The headline of a fit.
    pub fn of(subject: &Subject<'_>) -> Headline {
        let file = subject.origin.files.first().map_or(String::new(), |file| format!(" · {}", shortened(&file.name)));
        Headline {
            title: format!("{}{file}", shortened(&subject.target())),
            sentence: sentence(subject),
            tiles: tiles(subject),
        }
    }
}

fn sentence(subject: &Subject<'_>) -> Vec<(String, bool)> {
    let (size, core) = (size(subject.file()), subject.core());
    let mut parts = vec![(bytes(size.bytes), true)];
    let plain = |text: String| (text, false);
    match Quality::of(subject) {
        Quality::Share { right, on, .. } => {
            parts.extend([plain(" answers ".to_owned()), (right, true), plain(format!(" of {on} right"))]);
        }
        Quality::Distance { rmse, on, .. } => {
            let target = shortened(&subject.target());
            let unit = if subject.fit.outcome.fitted.file.sheet.schema.target.further.is_empty() {
                ""
            } else {
                " standard deviations"
            };
            parts.extend([
                plain(format!(" predicts {target} to within ")),
                (format!("{rmse}{unit}"), true),
                plain(format!(", by root mean square on {on}")),
            ]);
        }
    }
    if let Some(instructions) = size.instructions {
        let instructions = thousands(instructions[core.place]);
        parts.extend([plain(", at about ".to_owned()), (format!("{instructions} {}", core.unit), true)]);
        parts.push(plain(format!(" on a {}", core.name)));
    }
    parts.push(plain(".".to_owned()));
    parts
}

/// How well a model answers, in words.
enum Quality {
    /// The share of right answers, its interval, and the rows.
    Share { right: String, interval: String, on: String },
    /// The error of values, its interval, the share of the variance, and the rows.
    Distance { rmse: String, interval: String, on: String },
}

impl Quality {
    /// The quality on test rows; without these on rows held out, else on the training rows.
    fn of(subject: &Subject<'_>) -> Quality {
        let held_out = subject.held_out().filter(|_| subject.fit.test.is_none());
        let rows = |count: usize| thousands(count as u64);
        let tails = || subject.fit.held_out_rows().tails;
        match (subject.metrics(), held_out) {
            (Metrics::Classification { .. }, Some(judged)) => Quality::Share {
                right: share(1.0 - judged.error),
                interval: between(judged.share_interval().map(|error| 1.0 - error), share),
                on: match subject.fit.train.is_weighted() {
                    true => format!("the weight of {} rows held out", rows(judged.rows)),
                    false => format!("{} rows held out", rows(judged.rows)),
                },
            },
            (Metrics::Regression { .. }, Some(judged)) => Quality::Distance {
                rmse: significant(judged.error.sqrt(), 3),
                interval: between(judged.mean_square_interval(tails()).map(f64::sqrt), |rmse| significant(rmse, 3)),
                on: format!("{} {}", rows(judged.rows), subject.rows_held_out()),
            },
            (Metrics::Classification { rows: count, accuracy, accuracy_interval, .. }, None) => Quality::Share {
                right: share(*accuracy),
                interval: between(*accuracy_interval, share),
                on: format!("{} {}", rows(*count), subject.rows().1),
            },
            (Metrics::Regression { rows: count, rmse, rmse_interval, .. }, None) => Quality::Distance {
                rmse: significant(*rmse, 3),
                interval: rmse_interval.map_or(String::new(), |ends| between(ends, |rmse| significant(rmse, 3))),
                on: format!("{} {}", rows(*count), subject.rows().1),
            },
        }
    }

    fn tile(self) -> Tile {
        let note = |interval: String, on: String| match interval.is_empty() {
            true => on,
            false => format!("95 % interval {interval}, {on}"),
        };
        match self {
            Quality::Share { right, interval, on } => {
                Tile { what: "Right answers".to_owned(), value: right, note: note(interval, on) }
            }
            Quality::Distance { rmse, interval, on } => {
                Tile { what: "Root mean square error".to_owned(), value: rmse, note: note(interval, on) }
            }
        }
    }
}

fn between(ends: [f64; 2], text: impl Fn(f64) -> String) -> String {
    let [low, high] = if ends[0] <= ends[1] { ends } else { [ends[1], ends[0]] };
    format!("{} to {}", text(low).trim_end_matches("\u{a0}%"), text(high))
}

fn tiles(subject: &Subject<'_>) -> Vec<Tile> {
    let (size, core) = (size(subject.file()), subject.core());
    let device = subject.file().device();
    let tile = |what: &str, value: String, note: String| Tile { what: what.to_owned(), value, note };
    let mut tiles = vec![Quality::of(subject).tile()];
    if let (Metrics::Regression { r2: Some(r2), .. }, true) = (subject.metrics(), subject.fit.test.is_some()) {
        tiles.push(tile("Variance explained", share(*r2), "R² on test rows".to_owned()));
    }
    tiles.push(tile("Flash", bytes(size.bytes), subject.summary.line("number").unwrap_or_default()));
    tiles.push(tile("RAM", bytes(device.ram_bytes()), "of one prediction".to_owned()));
    if let Some(instructions) = size.instructions {
        tiles.push(tile(core.unit.title(), count(instructions[core.place]), format!("{}, estimated", core.name)));
    }
    tiles.extend(subject.summary.baseline().map(|baseline| linear(subject, baseline)));
    tiles
}

/// The linear model to compare with.
fn linear(subject: &Subject<'_>, baseline: &Baseline) -> Tile {
    let size = bytes(size(&baseline.fitted.file).bytes);
    let is_own = baseline.fitted.file.model == subject.file().model;
    let metrics = baseline.test.as_ref().unwrap_or(&baseline.train);
    let value = match (baseline.held_out, metrics) {
        (Some(judged), Metrics::Classification { .. }) => share(1.0 - judged.error),
        (Some(judged), Metrics::Regression { .. }) => significant(judged.error.sqrt(), 3),
        (None, Metrics::Classification { accuracy, .. }) => share(*accuracy),
        (None, Metrics::Regression { rmse, .. }) => significant(*rmse, 3),
    };
    let on = if baseline.held_out.is_some() { "on held-out rows" } else { "on the same rows" };
    let note = if is_own { "this model is linear".to_owned() } else { format!("in {size}, {on}") };
    Tile { what: "A linear model".to_owned(), value, note }
}
