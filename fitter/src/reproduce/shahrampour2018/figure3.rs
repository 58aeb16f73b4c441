//! Shahrampour, Beirami and Tarokh 2018, Figure 3: the error of EERF and LKRF against the number of features, with
//! the arc-cosine and the linear kernel.

use super::cases::{HANDS, LETTER};
use super::curve::measure_curves;
use super::method::CaseMethod;
use crate::error::Result;
use crate::recipe::Draw;
use crate::reproduce::steps::Steps;
use std::path::Path;

/// The curves of the figure, with random features and centred targets beside the paper's.
const METHODS: [CaseMethod; 5] = [
    CaseMethod::Drawn(Draw::MonteCarlo),
    CaseMethod::Energy { centred: false },
    CaseMethod::Energy { centred: true },
    CaseMethod::Align { centred: false },
    CaseMethod::Align { centred: true },
];

/// Measures the curves on the sets below `folder`, step by step.
///
/// # Errors
/// The errors of reading the data.
pub fn measure(folder: &Path, quick: bool, steps: &mut Steps<'_>) -> Result<()> {
    measure_curves(&[&LETTER, &HANDS], &METHODS, (folder, quick), steps)
}
