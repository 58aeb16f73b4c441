//! The section on what a verification has found, put into the report of a fit.

use super::form::Form;
use super::origin::hash;
use super::part::{Grid, Part, Section};
use super::subject::in_full;
use super::{html, markdown};
use crate::pack::ModelFile;
use crate::report::figure::thousands;
use crate::report::verification::remarks;
use crate::verify::{Outcome, Status, Target, Verification};

/// The title of the section.
const TITLE: &str = "Verified on devices";

/// Returns why a text is no report of a model into which a verification can go, if it is none.
pub fn no_report(report: &str, form: Form, model: &ModelFile) -> Option<&'static str> {
    let has_place = match form {
        Form::Html => html::has_place(report),
        Form::Markdown => markdown::has_place(report),
    };
    match (has_place, report.contains(&hash(model.model.bytes()))) {
        (false, _) => Some("is no report that fit wrote"),
        (true, false) => Some("is the report of another model"),
        (true, true) => None,
    }
}

/// Returns a report with what a verification has found, in the place of an earlier one.
pub fn with_verification(report: &str, form: Form, verification: &Verification) -> String {
    let section = section(verification);
    match form {
        Form::Html => html::with_section(report, &section),
        Form::Markdown => markdown::with_section(report, &section),
    }
}

fn section(verification: &Verification) -> Section {
    let of = |status: Status| verification.targets.iter().filter(move |outcome| outcome.status == status).count();
    let all = verification.targets.len();
    let section = Section::new("verified", TITLE).text(format!(
        "Of {all} firmwares, each built around the packed model and run on rows of data, {} answer every row as the host does, bit for bit. {} differ, {} are skipped, {} failed.",
        of(Status::Equal), of(Status::Different), of(Status::Skipped), of(Status::Failed)
    ));
    let said = verification.targets.iter().flat_map(|outcome| {
        remarks(outcome).map(move |remark| format!("{} in {}: {remark}", name(&outcome.target), outcome.language))
    });
    let said: Vec<String> = said.collect();
    let section = section.with(Part::Grid(grid(verification)));
    let section = if said.is_empty() { section } else { section.with(Part::Remarks(said)) };
    section.note("Instructions, or cycles, are the mean of a row, beside the estimate above. Flash is what model and prediction add to a firmware; RAM holds readings, scores and variables, and the stack comes on top. kernelet verify prints this table.")
}

fn grid(verification: &Verification) -> Grid {
    let titles =
        ["target", "language", "verdict", "rows#", "equal#", "per row#", "estimate#", "flash#", "RAM#", "stack#"];
    let mut grid = Grid::new(&titles);
    for outcome in &verification.targets {
        grid.push(cells(outcome).into(), outcome.status == Status::Different);
    }
    grid
}

fn cells(outcome: &Outcome) -> [String; 10] {
    let figure = |figure: Option<u64>| figure.map_or("–".to_owned(), thousands);
    let per_row = match (outcome.instructions_per_row, outcome.cycles_per_row) {
        (None, Some(cycles)) => format!("{} cycles", thousands(cycles)),
        (instructions, _) => figure(instructions),
    };
    [
        name(&outcome.target),
        outcome.language.to_string(),
        verdict(outcome.status).to_owned(),
        thousands(outcome.rows as u64),
        thousands(outcome.equal as u64),
        per_row,
        figure(outcome.estimate),
        figure(outcome.flash_bytes),
        figure(outcome.ram_bytes),
        figure(outcome.stack_bytes.map(u64::from)),
    ]
}

fn name(target: &Target) -> String {
    match target {
        Target::Core(core) => in_full(core.name).to_owned(),
        board => board.to_string(),
    }
}

fn verdict(status: Status) -> &'static str {
    match status {
        Status::Equal => "pass",
        Status::Different => "mismatch",
        Status::Skipped => "skipped",
        Status::Failed => "failed",
    }
}
