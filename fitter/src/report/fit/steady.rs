//! The rule for steady answers that was chosen.

use crate::calibrate::steady::{SteadyAnswers, SteadyErrors};
use crate::error::text;
use crate::recipe::RuleName;
use crate::report::figure::percent;
use crate::report::table::Line;

/// Returns the line of a rule that was chosen by windows held out.
pub(super) fn steady_line(found: &SteadyAnswers) -> Line {
    let rule = match found.rule {
        RuleName::Majority => "a majority",
        RuleName::Hysteresis => "hysteresis",
    };
    let SteadyErrors { rows, error, error_interval, error_raw } = found.heldout;
    let text = match found.answers {
        Some(answers) => format!(
            "{rule} of {answers}: {} on {rows} held-out windows, {} % before",
            percent(error, error_interval),
            text::percent(error_raw)
        ),
        None => format!(
            "no rule: {rule} is not better than single windows by a standard error, {} % of {rows} held-out ones wrong",
            text::percent(error_raw)
        ),
    };
    ("chosen", text)
}
