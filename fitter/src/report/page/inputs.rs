//! The section on the inputs: which of them matter.

use super::part::{Grid, Part, Picture, Section};
use super::permuted::permuted;
use super::subject::Subject;
use crate::choose::InputSet;
use crate::error::text::{shortened, significant};
use crate::metrics::{Importance, Permutations};
use crate::report::figure::{share, thousands};
use crate::report::plot::{Anchor, Axis, Colour, Frame, Mark, around};

/// The most inputs of the plot.
const PLOTTED: usize = 20;
/// The most inputs of the table.
const LISTED: usize = 100;
/// The most letters of a name in the plot.
const LETTERS: usize = 18;

/// Returns the section.
pub fn section(subject: &Subject<'_>) -> Section {
    let ((table, on), inputs) = (subject.rows(), permuted(subject.file()));
    let search = subject.fit.search;
    search.trying("what the inputs are worth");
    let found = Permutations::of(subject.file(), table, &inputs, search);
    let is_share = subject.has_classes();
    let mut section = Section::new("inputs", "Which inputs matter");
    if found.inputs.is_empty() {
        section = section.note("There was no time to measure what the inputs are worth.");
    }
    section.parts.extend(words(&found, is_share).map(Part::Text));
    if !found.inputs.is_empty() {
        let title = format!("Rise of the error without an input, on {on}");
        section = section.with(Part::Plots(vec![Picture { title, svg: plot(&found.inputs, is_share) }]));
        section = section.with(Part::Grid(grid(&found, is_share)));
        section = section.note(method(&found, (on, subject.fit.test.is_some()), subject.file().sheet.series.is_some()));
    }
    match subject.fit.input_sets.is_empty() {
        true => section,
        false => section
            .text("Fewer inputs were wanted; these sets were compared by a small model on rows held out.")
            .with(Part::Grid(sets(subject))),
    }
}

fn words(found: &Permutations, is_share: bool) -> Option<String> {
    let first = found.inputs.first()?;
    let none = found.inputs.iter().filter(|input| input.interval[0] <= 0.0).count();
    let first = format!(
        "{} matters most: without it, the error rises by {}.",
        shortened(&first.name),
        rise(first.rise, is_share)
    );
    Some(match none {
        0 => first,
        none if none == found.inputs.len() => match found.left_out {
            0 => "No input alone makes a difference that is certain on these rows.".to_owned(),
            _ => {
                format!("Of {} inputs that were measured, none makes a difference that is certain.", found.inputs.len())
            }
        },
        none => format!("{first} For {none} of {} inputs the rise may be none.", found.inputs.len()),
    })
}

fn method(found: &Permutations, (on, has_test): (&str, bool), is_series: bool) -> String {
    let Permutations { rows, repeats, left_out, .. } = found;
    let mut text = format!(
        "The cells of an input change places among {} {on}, {repeats} times (permutation importance, Breiman 2001); the intervals are over rows and repeats. Inputs that tell the same share their worth.",
        thousands(*rows as u64)
    );
    if is_series {
        text += " All features of a channel change places together; a feature of two channels goes with each of them.";
    }
    if !has_test {
        text += " The model was fitted to these rows, which flatters inputs that it learned by heart.";
    }
    if *left_out > 0 {
        text += &format!(" There was no time for {left_out} inputs.");
    }
    text
}

/// A rise as people read it: percentage points, or in the unit of the target.
fn rise(rise: f64, is_share: bool) -> String {
    if is_share { format!("{} points", share(rise).trim_end_matches("\u{a0}%")) } else { significant(rise, 3) }
}

fn grid(found: &Permutations, is_share: bool) -> Grid {
    let mut grid = Grid::new(&["input", "rise of the error#", "95 % interval#"]);
    for Importance { name, rise: own, interval } in found.inputs.iter().take(LISTED) {
        let [low, high] = interval.map(|edge| rise(edge, is_share).trim_end_matches(" points").to_owned());
        grid.row([shortened(name), rise(*own, is_share), format!("{low} to {high}")]);
    }
    grid.folded("The same in figures".to_owned())
}

fn plot(inputs: &[Importance], is_share: bool) -> String {
    let inputs = &inputs[..inputs.len().min(PLOTTED)];
    let unit = if is_share { 100.0 } else { 1.0 };
    let count = inputs.len() as f64;
    let names: Vec<String> = inputs.iter().map(|input| short(&input.name)).collect();
    let longest = names.iter().map(|name| name.chars().count()).max().unwrap_or(1) as u32;
    let title = if is_share { "rise of the error, percentage points" } else { "rise of the root mean square error" };
    let edges = inputs.iter().flat_map(|input| input.interval).chain([0.0]).map(|edge| unit * edge);
    let frame = Frame {
        label: title,
        size: [400, 44 + 19 * inputs.len() as u32],
        sides: [14 + 7 * longest, 14],
        x: Axis::linear(title, around(edges, 0.03)),
        y: Axis::titled("", [0.0, count]),
    };
    let mut marks: Vec<Mark> = Vec::new();
    for (place, (input, name)) in inputs.iter().zip(names).enumerate() {
        let middle = count - place as f64 - 0.5;
        let [low, high] = input.interval.map(|edge| unit * edge);
        let rise = unit * input.rise;
        marks.push(Mark::bar([[0.0, middle - 0.32], [rise, middle + 0.32]], (Colour::Accent, 0.35)));
        marks.push(Mark::line(vec![[low, middle], [high, middle]], Colour::Accent, 3));
        marks.push(Mark::dot([rise, middle], 3, Colour::Accent));
        marks.push(Mark::Text {
            at: [frame.x.start(), middle],
            shift: [-12, 0],
            text: name,
            anchor: Anchor::End,
            colour: Colour::Ink,
        });
    }
    frame.in_page(&marks)
}

fn short(name: &str) -> String {
    match name.char_indices().nth(LETTERS) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

/// The sets of inputs that were compared.
fn sets(subject: &Subject<'_>) -> Grid {
    let read: Vec<&str> = subject.fit.schema.fields.iter().map(|field| field.name.as_str()).collect();
    let error =
        |set: &InputSet| if subject.has_classes() { share(set.error) } else { significant(set.error.sqrt(), 4) };
    let mut grid = Grid::new(&["inputs#", "cost#", "held-out error#", "which"]);
    for set in subject.fit.input_sets {
        let names: Vec<String> = set.inputs.iter().take(8).map(|name| shortened(name)).collect();
        let more = if set.inputs.len() > 8 { ", …" } else { "" };
        let cells =
            [set.inputs.len().to_string(), significant(set.cost, 4), error(set), format!("{}{more}", names.join(", "))];
        if set.inputs == read { grid.strong(cells) } else { grid.row(cells) }
    }
    grid
}
