//! What a verification has found, as a table.

use super::summary::Summary;
use crate::verify::{Outcome, Status, Verification};

/// The number of columns.
const COLUMNS: usize = 10;

/// The heads of the columns.
const HEADS: [&str; COLUMNS] =
    ["target", "language", "rows", "equal", "per row", "estimate", "flash", "code", "RAM", "stack"];

impl Summary for Verification {
    fn text(&self) -> String {
        let mut lines = vec![HEADS.map(str::to_owned)];
        lines.extend(self.targets.iter().map(cells));
        let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
        let widths: [usize; COLUMNS] = std::array::from_fn(width);
        let mut text = String::new();
        for (place, line) in lines.iter().enumerate() {
            let cells = line.iter().zip(widths).enumerate().map(|(column, (cell, width))| match column {
                0 | 1 => format!("{cell:width$}"),
                _ => format!("{cell:>width$}"),
            });
            let line = cells.collect::<Vec<_>>().join("  ");
            text += line.trim_end();
            text += "\n";
            if let Some(outcome) = place.checked_sub(1).and_then(|place| self.targets.get(place)) {
                text += &remark(outcome);
            }
        }
        text
    }
}

fn cells(outcome: &Outcome) -> [String; COLUMNS] {
    let Outcome { target, language, rows, equal, .. } = outcome;
    let figure = |figure: Option<u64>| figure.map_or("-".to_owned(), |figure| figure.to_string());
    let cost = match (outcome.instructions_per_row, outcome.cycles_per_row) {
        (Some(count), _) => format!("{count} instructions"),
        (None, Some(count)) => format!("{count} cycles"),
        (None, None) => "-".to_owned(),
    };
    [
        target.to_string(),
        language.to_string(),
        rows.to_string(),
        equal.to_string(),
        cost,
        figure(outcome.estimate),
        figure(outcome.flash_bytes),
        figure(outcome.code_bytes),
        figure(outcome.ram_bytes),
        figure(outcome.stack_bytes.map(u64::from)),
    ]
}

/// Returns what a line of the table does not say.
fn remark(outcome: &Outcome) -> String {
    remarks(outcome).map(|remark| format!("  {remark}\n")).collect()
}

/// Returns the first row that differs, and why nothing was verified.
pub(super) fn remarks(outcome: &Outcome) -> impl Iterator<Item = String> {
    let mismatch = outcome.mismatch.as_ref().map(|mismatch| {
        format!(
            "row {}, {:?}: the host's score is {}, the device's {}",
            mismatch.row, mismatch.class, mismatch.host, mismatch.device
        )
    });
    let why = outcome.why.as_ref().map(|why| {
        let status = if outcome.status == Status::Skipped { "skipped" } else { "failed" };
        format!("{status}: {why}")
    });
    mismatch.into_iter().chain(why)
}
