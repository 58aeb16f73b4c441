//! What a verification has found.

use super::target::{Language, Target};
use serde::Serialize;

/// What was found on all targets.
#[derive(Clone, Debug, Serialize)]
pub struct Verification {
    /// Each target in each language.
    pub targets: Vec<Outcome>,
}

/// What was found on a target in a language.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// The target.
    pub target: Target,
    /// The language of the firmware.
    pub language: Language,
    /// How it ended.
    pub status: Status,
    /// The rows that the target answered.
    pub rows: usize,
    /// The rows whose scores are the host's, bit for bit.
    pub equal: usize,
    /// The mean number of instructions for a row, where they are counted.
    pub instructions_per_row: Option<u64>,
    /// The mean number of cycles for a row, where they are counted.
    pub cycles_per_row: Option<u64>,
    /// The estimate of `inspect` in that unit, for the language that it knows.
    pub estimate: Option<u64>,
    /// The fewest and the most of a row, in that unit.
    pub range: Option<[u32; 2]>,
    /// The bytes of flash that model and prediction add to a firmware.
    pub flash_bytes: Option<u64>,
    /// Those without the packed model.
    pub code_bytes: Option<u64>,
    /// The bytes of RAM for readings, scores and windows, and of static data.
    pub ram_bytes: Option<u64>,
    /// The most bytes of stack of a row.
    pub stack_bytes: Option<u16>,
    /// Why nothing was verified, where nothing was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The first row that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mismatch: Option<Mismatch>,
}

/// How a verification ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Every row was answered as on the host.
    Equal,
    /// Some row was answered otherwise.
    Different,
    /// The target cannot hold the model, or has no such firmware: nothing was verified.
    Skipped,
    /// The target could not be built, run or heard to the end.
    Failed,
}

/// A row whose scores differ, at the first that does.
#[derive(Clone, Debug, Serialize)]
pub struct Mismatch {
    /// The row, counted from one.
    pub row: usize,
    /// The class or the target whose score it is.
    pub class: String,
    /// The host's score.
    pub host: String,
    /// The target's.
    pub device: String,
}

impl Outcome {
    /// Nothing found yet.
    pub(super) fn new(target: &Target, language: Language, status: Status) -> Outcome {
        Outcome {
            target: target.clone(),
            language,
            status,
            rows: 0,
            equal: 0,
            instructions_per_row: None,
            cycles_per_row: None,
            estimate: None,
            range: None,
            flash_bytes: None,
            code_bytes: None,
            ram_bytes: None,
            stack_bytes: None,
            why: None,
            mismatch: None,
        }
    }
}

impl Verification {
    /// Returns true if every target answered as the host, and at least one did.
    pub fn holds(&self) -> bool {
        let is = |status| move |outcome: &Outcome| outcome.status == status;
        self.targets.iter().any(is(Status::Equal))
            && !self.targets.iter().any(|outcome| matches!(outcome.status, Status::Different | Status::Failed))
    }
}
