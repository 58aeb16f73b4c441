//! A model card: what a model is, takes, costs and does not promise, as Markdown.

use super::guarantee::guarantee;
use super::inspection::{Contents, Inspection, Online, SectionBytes, Windows, builds, in_order};
use super::summary::Summary;
use crate::error::text::{counted, shortened, shortest, significant};
use crate::pack::{Certificate, ModelFile};
use crate::series::{Channel, Signal};
use std::fmt::Write;

/// The line that a card is known by.
pub const MARK: &str = "library_name: kernelet";
/// The most inputs that a card lists.
const MOST: usize = 64;

/// Returns the card of a model of this name.
pub fn card(name: &str, file: &ModelFile) -> String {
    let contents = Contents::of(file);
    let mut text = front(&contents.task);
    let parts = [
        format!("# {name}\n"),
        purpose(file, &contents),
        inputs(file),
        cost(file, &contents),
        rounding(file),
        repetition(file),
        limits(file),
        format!("## Details\n\n```text\n{}```\n", Inspection::of(file).text()),
    ];
    text += &parts.join("\n");
    text
}

/// The block of metadata that model hubs read.
fn front(task: &str) -> String {
    let pipeline = if task == "regression" { "tabular-regression" } else { "tabular-classification" };
    format!(
        "---\n{MARK}\npipeline_tag: {pipeline}\ntags:\n- kernelet\n- microcontroller\n- random-features\n- {pipeline}\n---\n\n"
    )
}

fn purpose(file: &ModelFile, contents: &Contents) -> String {
    let (target, bytes) = (&file.sheet.schema.target, SectionBytes::of(file).total);
    let what = match target.labels() {
        Some(labels) => {
            format!("the class `{}`, one of {}", code(&target.name), named(labels.iter().map(String::as_str)))
        }
        None => format!("the value of {}", named(target.names().into_iter())),
    };
    let rows = file.sheet.training.as_ref().map_or(String::new(), |training| {
        format!(" It was fitted to {} rows{}.", training.rows, repeats(training.repeated))
    });
    format!(
        "Predicts {what}, from {}, in {bytes} bytes of flash and {} bytes of RAM. The number format is `{}`.{rows}\n",
        source(file),
        contents.ram_bytes,
        contents.contract
    )
}

/// What the model reads.
fn source(file: &ModelFile) -> String {
    let inputs = file.sheet.names.len();
    let Some(Windows { channels, length, chosen, .. }) = Windows::of(file) else { return counted(inputs, "input") };
    let windows = format!("windows of {length} samples in {}", counted(channels, "channel"));
    match inputs - usize::from(chosen) {
        0 => windows,
        others => format!("{windows} and {}", counted(others, "other input")),
    }
}

fn repeats(share: f64) -> String {
    match share > 0.0 {
        true => format!(", of which {} % equal another one", significant(100.0 * share, 2)),
        false => String::new(),
    }
}

/// Names, the first of many.
fn named<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    let more = names.len().saturating_sub(MOST);
    let first: Vec<String> = names.take(MOST).map(|name| format!("`{}`", code(name))).collect();
    first.join(", ") + &if more > 0 { format!(" and {more} more") } else { String::new() }
}

fn inputs(file: &ModelFile) -> String {
    let features = Windows::of(file).map_or(0, |windows| windows.chosen.into());
    let channels = file.sheet.series.as_ref().map(channels);
    let columns = (file.sheet.names.len() > features).then(|| columns(file, features));
    let tables: Vec<String> = channels.into_iter().chain(columns).collect();
    format!(
        "## Inputs\n\nThe device reads `gain x + offset`, rounded to a whole number in fixed point; the exported sheet does this too.\n\n{}",
        tables.join("\n")
    )
}

/// The channels of windows.
fn channels(signal: &Signal) -> String {
    let mut text = String::from("| channel | gain | offset | least and largest sample |\n| --- | --- | --- | --- |\n");
    for channel in signal.channels.iter().take(MOST) {
        let Channel { name, gain, offset, .. } = channel;
        let [low, high] = channel.range();
        let (name, gain, offset) = (cell(name), number(*gain), number(*offset));
        let _ = writeln!(text, "| `{name}` | {gain} | {offset} | {} to {} |", number(low), number(high));
    }
    text + &more(signal.channels.len())
}

/// The inputs from one on.
fn columns(file: &ModelFile, first: usize) -> String {
    let sheet = &file.sheet;
    let mut text =
        String::from("| input | gain | offset | least and largest in training |\n| --- | --- | --- | --- |\n");
    let ranges = sheet.training.as_ref().map(|training| &training.ranges[..]).unwrap_or_default();
    for (index, (name, scaling)) in sheet.names.iter().zip(&sheet.scalings).enumerate().skip(first).take(MOST) {
        let range = ranges.get(index).copied().flatten();
        let range = range.map_or("-".to_owned(), |[low, high]| format!("{} to {}", number(low), number(high)));
        let _ =
            writeln!(text, "| `{}` | {} | {} | {range} |", cell(name), number(scaling.gain), number(scaling.offset));
    }
    text + &more(sheet.names.len() - first)
}

/// How many lines of a table are left out.
fn more(lines: usize) -> String {
    match lines.saturating_sub(MOST) {
        0 => String::new(),
        more => format!("\n{more} more are in the data sheet.\n"),
    }
}

fn cost(file: &ModelFile, contents: &Contents) -> String {
    let mut text = format!(
        "## Cost\n\n| what | how much |\n| --- | --- |\n| flash | {} |\n| RAM | {} bytes |\n",
        SectionBytes::of(file),
        contents.ram_bytes
    );
    for (core, cost) in in_order(&contents.cost) {
        let _ = writeln!(text, "| one prediction on `{core}` | {cost} |");
    }
    if !contents.cost.is_empty() {
        let _ = writeln!(
            text,
            "\nInstructions are estimated for firmware built with {}; ± is the largest error of the models that were measured.",
            builds()
        );
    }
    text
}

fn rounding(file: &ModelFile) -> String {
    let text = match Certificate::of(file) {
        Some(certificate) => format!(
            "Rounding {}: a bound for all inputs, computed from the model's own numbers.",
            guarantee(&certificate.guarantee(None))
        ),
        None => "No bound on rounding errors is known for this number format and these blocks.".to_owned(),
    };
    let overflow = if file.contract().is_fixed() { " No sum can overflow, whatever the readings." } else { "" };
    format!("## Certainty\n\n{text}{overflow} Every device gives the same bits as the host.\n")
}

/// Options whose value is optional, so that it stands behind a sign.
const OPTIONAL: [&str; 2] = ["early", "novelty"];

fn repetition(file: &ModelFile) -> String {
    let sheet = &file.sheet;
    let options = sheet.options.iter().map(|(name, values)| {
        let space = if OPTIONAL.contains(&name.as_str()) { "=" } else { " " };
        let values: String = values.iter().map(|value| format!("{space}{}", quoted(value))).collect();
        format!(" --{name}{values}")
    });
    let command = options.collect::<String>();
    let gives = if sheet.options.contains_key("plan-only") {
        "gives the plan, whose head was then fitted to statistics (`kernelet fit --from`)".to_owned()
    } else if Online::of(file).is_some() {
        "gives the model that `kernelet prepare` was applied to".to_owned()
    } else if sheet.recipe.seconds.is_some() {
        "gives a model of the same kind, which depends on how far the search comes in that time".to_owned()
    } else {
        format!("gives the checksum `{:08x}`; so does `--recipe` with the data sheet", sheet.checksum)
    };
    format!(
        "## Repeat it\n\n```sh\nkernelet fit TRAIN.csv{command} --out MODEL.klt\n```\n\n\
         with kernelet {} and the same training file {gives}. The seed is {}.\n",
        env!("CARGO_PKG_VERSION"),
        sheet.recipe.seed
    )
}

fn limits(file: &ModelFile) -> String {
    let outside = match file.sheet.series {
        Some(_) => "A sample outside of its channel's range counts as the nearest end of that.",
        None => {
            "Outside of the ranges above the model extrapolates. `kernelet evaluate` names inputs that leave them by more than their \
             width: in fixed point, values there count as the nearest end of that, but for whole numbers."
        }
    };
    let mut lines = vec![
        "This card gives no error, since the data sheet keeps none. `kernelet evaluate MODEL.klt TEST.csv` measures it on rows that were not trained on.",
        outside,
        "Instructions are estimates for the cores above; `kernelet inspect` says by which build.",
    ];
    let is_class = file.sheet.schema.target.labels().is_some();
    if is_class && !file.device().has_probabilities() {
        lines.push("Scores are no probabilities: the model was fitted without `--probability`.");
    }
    if is_class && !file.device().has_novelty() {
        lines.push("It gives a class for every row, also for one that is like nothing in the training data.");
    }
    if !is_class && !file.device().has_interval() {
        lines.push("It gives no interval around its values.");
    }
    format!("## What it does not promise\n\n{}", lines.iter().map(|line| format!("- {line}\n")).collect::<String>())
}

fn number(number: f64) -> String {
    shortest(number as f32)
}

/// A value for the shell.
fn quoted(value: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-.,/:=+%".contains(c);
    match !value.is_empty() && value.chars().all(is_plain) {
        true => value.to_owned(),
        false => format!("'{}'", value.replace('\'', r"'\''")),
    }
}

/// A text inside backquotes.
fn code(text: &str) -> String {
    shortened(text).replace('`', "'").replace(char::is_control, " ")
}

/// The same in a table.
fn cell(text: &str) -> String {
    code(text).replace('|', "\\|")
}
