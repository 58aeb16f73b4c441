//! What a verification has found, as a table.

use super::summary::Summary;
use crate::verify::{Outcome, Status, Verification};

/// The heads of the columns.
const HEADS: [&str; 9] = ["target", "language", "rows", "equal", "per row", "flash", "code", "RAM", "stack"];

impl Summary for Verification {
    fn text(&self) -> String {
        let mut lines = vec![HEADS.map(str::to_owned)];
        lines.extend(self.targets.iter().map(cells));
        let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
        let widths: [usize; 9] = std::array::from_fn(width);
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

fn cells(outcome: &Outcome) -> [String; 9] {
    let Outcome { target, language, rows, equal, .. } = outcome;
    let bytes = |bytes: Option<u64>| bytes.map_or("-".to_owned(), |bytes| bytes.to_string());
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
        bytes(outcome.flash_bytes),
        bytes(outcome.code_bytes),
        bytes(outcome.ram_bytes),
        bytes(outcome.stack_bytes.map(u64::from)),
    ]
}

/// Returns what a line of the table does not say.
fn remark(outcome: &Outcome) -> String {
    let mut text = String::new();
    if let Some(mismatch) = &outcome.mismatch {
        text += &format!(
            "  row {}, {:?}: the host's score is {}, the device's {}\n",
            mismatch.row, mismatch.class, mismatch.host, mismatch.device
        );
    }
    if let Some(why) = &outcome.why {
        let status = if outcome.status == Status::Skipped { "skipped" } else { "failed" };
        text += &format!("  {status}: {why}\n");
    }
    text
}
