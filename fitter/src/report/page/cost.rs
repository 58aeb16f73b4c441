//! The section on what the model costs, core by core, and how exact it is.

use super::part::{Grid, Part, Section};
use super::subject::{Subject, in_full};
use crate::report::figure::thousands;
use crate::report::inspection::{Contents, CoreCost, SectionBytes};

/// A part of a cost, where there is one.
type Beside = fn(&CoreCost) -> Option<u64>;

/// Returns the section.
pub fn section(subject: &Subject<'_>) -> Section {
    let contents = Contents::of(subject.file());
    let mut section = Section::new("cost", "What it costs");
    section = section.text(format!(
        "{}. A prediction takes {} bytes of RAM, and the same instructions for every row.",
        memory(&contents.sections),
        thousands(contents.ram_bytes as u64)
    ));
    if !contents.cost.is_empty() {
        section = section.with(Part::Grid(cores(&contents))).note(format!(
            "Instructions are estimates, right to a few per cent, for firmware built with {}. Emulators and boards count them.",
            contents.cost_build
        ));
    }
    let features = contents.runtime_features;
    let needs = if features.is_empty() { "none".to_owned() } else { features.join(", ") };
    section.note(format!("Features of the crate kernelet that the firmware needs: {needs}."))
}

fn memory(bytes: &SectionBytes) -> String {
    let SectionBytes { total, projection, head, header } = *bytes;
    let [total, projection, head, header] = [total, projection, head, header].map(|bytes| thousands(bytes as u64));
    format!(
        "{total} bytes of flash: {projection} for the features, {head} for the weights of the scores, {header} for the rest"
    )
}

/// The instructions of a prediction and of what it answers beside.
fn cores(contents: &Contents) -> Grid {
    let has = |of: Beside| contents.cost.values().any(|cost| of(cost).is_some());
    let extras: Vec<(&str, Beside)> = vec![
        ("of these for windows#", |cost| cost.windows),
        ("probabilities, beside#", |cost| cost.probability),
        ("novelty, beside#", |cost| cost.novelty),
    ];
    let extras: Vec<_> = extras.into_iter().filter(|(_, of)| has(*of)).collect();
    let titles: Vec<&str> =
        ["core", "instructions of a prediction#"].into_iter().chain(extras.iter().map(|(title, _)| *title)).collect();
    let mut grid = Grid::new(&titles);
    for (core, cost) in &contents.cost {
        let beside = extras.iter().map(|(_, of)| of(cost).map_or("–".to_owned(), thousands));
        let cells = [in_full(core).to_owned(), thousands(cost.instructions)].into_iter().chain(beside);
        grid.push(cells.collect(), false);
    }
    grid
}
