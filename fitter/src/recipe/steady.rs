//! The rule that makes the answers of a stream steady.

use kernelet::answer::steady::Rule;
use serde::{Deserialize, Serialize};

/// The name of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RuleName {
    /// The most frequent of the latest classes.
    Majority,
    /// A class that changes only after as many equal ones.
    Hysteresis,
}

/// The rule that makes the answers of a stream steady.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Steady {
    /// The rule.
    pub rule: RuleName,
    /// The number of answers that it looks at; `None` chooses by windows held out.
    pub answers: Option<u8>,
}

impl RuleName {
    /// The rule of the runtime.
    pub fn rule(self) -> Rule {
        match self {
            RuleName::Majority => Rule::Majority,
            RuleName::Hysteresis => Rule::Hysteresis,
        }
    }

    /// The name of a rule of the runtime.
    pub fn of(rule: Rule) -> RuleName {
        match rule {
            Rule::Majority => RuleName::Majority,
            Rule::Hysteresis => RuleName::Hysteresis,
        }
    }
}

impl Steady {
    /// The rule of the runtime, where the number of answers is known.
    pub fn rule(self) -> Option<kernelet::answer::Steady> {
        Some(kernelet::answer::Steady { rule: self.rule.rule(), answers: self.answers? })
    }
}

impl From<kernelet::answer::Steady> for Steady {
    fn from(found: kernelet::answer::Steady) -> Steady {
        Steady { rule: RuleName::of(found.rule), answers: Some(found.answers) }
    }
}
