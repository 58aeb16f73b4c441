//! The section on the data: what they are, and what is doubtful about them.

use super::part::{Grid, Part, Section};
use super::subject::Subject;
use crate::data::{ColumnKind, Kind, Table, Targets};
use crate::error::text::{counted, shortened, significant};
use crate::report::figure::{share, thousands};
use crate::report::inspection::Windows;

/// The most classes with a row of their own.
const CLASSES: usize = 40;
/// The most classes whose table is not folded away.
const FEW: usize = 6;
/// The most inputs with a row of their own.
const INPUTS: usize = 100;

/// The most channels that are named.
const CHANNELS: usize = 12;

/// Returns the section.
pub fn section(subject: &Subject<'_>) -> Section {
    let mut section = Section::new("data", "The data").text(rows(subject)).text(inputs(subject));
    section = section.text(target(subject));
    section.parts.extend(classes(subject.fit.train, subject.fit.test).map(Part::Grid));
    section.parts.push(Part::Grid(columns(subject.fit.train)));
    let remarks = &subject.summary.remarks;
    match remarks.is_empty() {
        true => section.note("Kernelet has nothing to remark on: it looked for leaks, rows that occur twice, rare classes and rows outside of the training range."),
        false => section.text("What to know, and what is doubtful:").with(Part::Remarks(remarks.clone())),
    }
}

/// Where the rows come from, and how the test rows were chosen.
fn rows(subject: &Subject<'_>) -> String {
    let files: Vec<String> =
        subject.origin.files.iter().map(|file| format!("{} ({})", shortened(&file.name), file.role)).collect();
    let count = |table: &Table| thousands(table.rows() as u64);
    let what = if subject.file().sheet.series.is_some() { "windows" } else { "rows" };
    let mut text = format!("{} training {what}", count(subject.fit.train));
    match subject.fit.test {
        Some(test) => text += &format!(" and {} test {what}", count(test)),
        None => text += ", no test rows",
    }
    text += &format!(", from {}.", files.join(" and "));
    if let Some(how) = subject.fit.split.text(if subject.fit.test.is_some() { "Test rows" } else { "Held-out rows" }) {
        text += &format!(" {how}.");
    }
    text
}

/// What the model reads.
fn inputs(subject: &Subject<'_>) -> String {
    let schema = &subject.file().sheet.schema;
    let of_kind = |is_text: bool| {
        schema.fields.iter().filter(|field| matches!(field.kind, Kind::Category { .. }) == is_text).count()
    };
    let inputs = subject.fit.train.inputs.columns.len();
    match windows(subject) {
        Some(windows) => windows,
        None => {
            let missing = missing(&subject.fit.train.inputs.columns);
            let texts = of_kind(true);
            let texts = if texts == 0 {
                String::new()
            } else {
                format!(" and {} of text, which make {}", counted(texts, "column"), counted(inputs, "input"))
            };
            let missing = if missing == 0.0 {
                "no cell is missing".to_owned()
            } else {
                format!("{} of the cells are missing", share(missing))
            };
            format!("The model reads {} of numbers{texts}; {missing}.", counted(of_kind(false), "column"))
        }
    }
}

/// The windows that the model reads, if it does.
fn windows(subject: &Subject<'_>) -> Option<String> {
    let (windows, signal) = (Windows::of(subject.file())?, subject.file().sheet.series.as_ref()?);
    let Windows { channels, length, stride, candidates, chosen, turned } = windows;
    let names: Vec<String> = signal.channels.iter().take(CHANNELS).map(|channel| shortened(&channel.name)).collect();
    let more = if channels > CHANNELS { ", …" } else { "" };
    let plural = if channels == 1 { "channel" } else { "channels" };
    let turned = if turned { " It learned from turned sensors too." } else { "" };
    Some(format!(
        "The model reads windows of {length} samples of {channels} {plural} ({}{more}), one every {stride} samples, and computes {chosen} of {} candidate features of them.{turned}",
        names.join(", "),
        thousands(candidates as u64)
    ))
}

fn missing(columns: &[Vec<f64>]) -> f64 {
    let all: usize = columns.iter().map(Vec::len).sum();
    let missing = columns.iter().flatten().filter(|cell| cell.is_nan()).count();
    missing as f64 / all.max(1) as f64
}

/// What the model answers.
fn target(subject: &Subject<'_>) -> String {
    let names = subject.file().sheet.schema.target.names();
    match &subject.fit.train.targets {
        Targets::Classes { labels, .. } => {
            format!("It answers with one of {} classes of {}.", labels.len(), shortened(names[0]))
        }
        Targets::Values(values) => {
            let each = names.iter().zip(&values.columns).map(|(name, column)| {
                let sorted = sorted(column);
                let [low, middle, high] = [0.0, 0.5, 1.0].map(|share| significant(quantile(&sorted, share), 4));
                format!("{} ({low} to {high}, median {middle})", shortened(name))
            });
            format!("It answers with a value of {}.", each.collect::<Vec<_>>().join(", of "))
        }
    }
}

/// The number of rows of each class.
fn classes(train: &Table, test: Option<&Table>) -> Option<Grid> {
    let Targets::Classes { labels, .. } = &train.targets else { return None };
    let counts = |table: &Table| {
        let mut counts = vec![0u64; labels.len()];
        if let Targets::Classes { index, .. } = &table.targets {
            index.iter().for_each(|class| counts[*class as usize] += 1);
        }
        counts
    };
    let (trained, tested) = (counts(train), test.map(counts));
    let mut grid = Grid::new(&["class", "training rows#", "share#", "test rows#"]);
    for (class, label) in labels.iter().enumerate().take(CLASSES) {
        let tested = tested.as_ref().map_or("–".to_owned(), |tested| thousands(tested[class]));
        let part = share(trained[class] as f64 / train.rows().max(1) as f64);
        grid.row([shortened(label), thousands(trained[class]), part, tested]);
    }
    let shown = if labels.len() > CLASSES {
        format!("The first {CLASSES} of {} classes", labels.len())
    } else {
        format!("The {} classes", labels.len())
    };
    Some(if labels.len() > FEW { grid.folded(shown) } else { grid })
}

/// The inputs in figures.
fn columns(train: &Table) -> Grid {
    let mut grid = Grid::new(&["input", "kind", "least#", "median#", "greatest#", "missing#"]);
    let inputs = &train.inputs;
    for ((name, kind), column) in inputs.names.iter().zip(&inputs.kinds).zip(&inputs.columns).take(INPUTS) {
        let sorted = sorted(column);
        let kind = match kind {
            ColumnKind::Number => "number",
            ColumnKind::Indicator => "indicator",
            ColumnKind::Window => "of a window",
        };
        let [low, middle, high] = [0.0, 0.5, 1.0].map(|at| short(quantile(&sorted, at)));
        let missing = (column.len() - sorted.len()) as f64 / column.len().max(1) as f64;
        grid.row([shortened(name), kind.to_owned(), low, middle, high, share(missing)]);
    }
    let count = inputs.names.len();
    let shown = if count > INPUTS {
        format!("The first {INPUTS} of {count} inputs")
    } else {
        format!("The {count} inputs in figures")
    };
    grid.folded(shown)
}

/// Returns a whole number as it is, and others with four digits.
fn short(number: f64) -> String {
    if number.fract() == 0.0 && number.abs() < 1e6 { format!("{number:.0}") } else { significant(number, 4) }
}

fn sorted(column: &[f64]) -> Vec<f64> {
    let mut known: Vec<f64> = column.iter().copied().filter(|cell| !cell.is_nan()).collect();
    known.sort_by(f64::total_cmp);
    known
}

/// Returns the value below which a share of sorted numbers lies.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    sorted.get(((sorted.len().max(1) - 1) as f64 * share).round() as usize).copied().unwrap_or(f64::NAN)
}
