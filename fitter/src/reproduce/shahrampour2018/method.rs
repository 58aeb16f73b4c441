//! The methods of the paper, and what they are compared with.

use crate::recipe::{Approximation, Draw, KernelLearning, Selection};

/// A method that finds features, or one that they are compared with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CaseMethod {
    /// Features as they are drawn, the paper's RKS and ORF.
    Drawn(Draw),
    /// Features whose weights are learned for the kernel alone, the paper's SES.
    Stein,
    /// EERF, with centred targets or with the targets as they are.
    Energy {
        /// True for centred targets.
        centred: bool,
    },
    /// LKRF, with centred targets and one radius, or with the targets as they are and the best
    /// radius of the paper's grid.
    Align {
        /// True for centred targets.
        centred: bool,
    },
    /// Nyström's features, as many as the others.
    Nystroem,
    /// A linear model of the inputs.
    Linear,
    /// Exact kernel ridge regression.
    Exact,
}

impl CaseMethod {
    /// What a table's features are compared with.
    pub const REFERENCES: [CaseMethod; 3] = [CaseMethod::Nystroem, CaseMethod::Linear, CaseMethod::Exact];

    /// Returns the command's name; the paper's own forms of EERF and LKRF are `plain`.
    pub fn name(self) -> String {
        match self {
            CaseMethod::Drawn(draw) => draw.to_string(),
            CaseMethod::Stein => KernelLearning::Stein.to_string(),
            CaseMethod::Energy { centred: true } => Selection::Eerf.to_string(),
            CaseMethod::Energy { centred: false } => format!("{} plain", Selection::Eerf),
            CaseMethod::Align { centred: true } => Selection::Align.to_string(),
            CaseMethod::Align { centred: false } => format!("{} plain", Selection::Align),
            CaseMethod::Nystroem => Approximation::Nystroem.to_string(),
            CaseMethod::Linear => "linear".to_owned(),
            CaseMethod::Exact => "exact".to_owned(),
        }
    }
}
