//! A board behind its probe.

use super::answers::Comparison;
use super::build::{Subject, Trouble};
use super::outcome::Outcome;
use super::run::Plan;
use super::tool;
use crate::search::Progress;

/// Verifies on a board behind its probe.
pub fn verify(
    _plan: &Plan<'_>,
    _subject: &Subject<'_>,
    _chip: &str,
    (_comparison, _progress): (Comparison<'_>, &dyn Progress),
) -> Result<Outcome, Trouble> {
    tool::find("probe-rs")?;
    Err(Trouble::Skipped("not yet".into()))
}
