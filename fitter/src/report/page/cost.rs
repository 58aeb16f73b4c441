//! The section on what the model costs, core by core, and how exact it is.

use super::part::{Grid, Part, Section};
use super::subject::{Subject, in_full};
use crate::report::figure::{share, thousands};
use crate::report::inspection::{Contents, CoreCost, Count, SectionBytes, builds, in_order};

/// A part of a cost, where there is one.
type Beside = fn(&CoreCost) -> Option<u64>;

/// Returns the section.
pub fn section(subject: &Subject<'_>) -> Section {
    let contents = Contents::of(subject.file());
    let mut section = Section::new("cost", "What it costs");
    section = section.text(format!(
        "{}. A prediction takes {} bytes of RAM, and the same instructions for every row{}.",
        memory(&contents.sections),
        thousands(contents.ram_bytes as u64),
        if contents.checkpoints > 0 { " that does not stop early" } else { "" }
    ));
    if !contents.cost.is_empty() {
        section = section.with(Part::Grid(cores(&contents))).note(format!(
            "Instructions are estimates for firmware built with {}. The error is the largest of random models that were measured; most are within a few per cent. Emulators and boards count instructions.",
            builds()
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
    let titles = ["core", "instructions of a prediction#", "error, at most#"];
    let titles: Vec<&str> = titles.into_iter().chain(extras.iter().map(|(title, _)| *title)).collect();
    let mut grid = Grid::new(&titles);
    for (core, cost) in in_order(&contents.cost) {
        let beside = extras.iter().map(|(_, of)| of(cost).map_or("–".to_owned(), thousands));
        let count = match cost.count {
            Count::Instructions(count) => thousands(count),
            Count::Cycles(count) => format!("{} cycles", thousands(count)),
        };
        let cells = [in_full(core).to_owned(), count, share(cost.error.largest)].into_iter().chain(beside);
        grid.push(cells.collect(), false);
    }
    grid
}
