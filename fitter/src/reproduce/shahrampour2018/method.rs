//! The methods of the paper.

use crate::recipe::{Draw, Selection};

/// A method of the paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CaseMethod {
    /// Features as they are drawn, the paper's RKS.
    Drawn(Draw),
    /// EERF, with centred targets or with the targets as they are.
    Energy {
        /// True for centred targets.
        centred: bool,
    },
    /// Another method that picks candidates, on as many rows.
    Selected(Selection),
}

impl CaseMethod {
    /// Returns the command's name; the paper's own form of EERF is `eerf plain`.
    pub fn name(self) -> String {
        match self {
            CaseMethod::Drawn(draw) => draw.to_string(),
            CaseMethod::Energy { centred: true } => "eerf".to_owned(),
            CaseMethod::Energy { centred: false } => "eerf plain".to_owned(),
            CaseMethod::Selected(selection) => selection.to_string(),
        }
    }
}
