//! Shahrampour, Beirami and Tarokh 2018, Figure 3: the error of EERF and LKRF against the number of
//! features, with the arc-cosine and the linear kernel.

use super::cases::{HANDS, LETTER};
use super::curve::measure_curves;
use super::method::CaseMethod;
use crate::error::Result;
use crate::recipe::Draw;
use crate::reproduce::scope::Scope;
use crate::reproduce::steps::Steps;

/// The curves of the figure, with random features and centred targets beside the paper's.
const METHODS: [CaseMethod; 5] = [
    CaseMethod::Drawn(Draw::MonteCarlo),
    CaseMethod::Energy { centred: false },
    CaseMethod::Energy { centred: true },
    CaseMethod::Align { centred: false },
    CaseMethod::Align { centred: true },
];

/// Measures the curves, step by step.
///
/// # Errors
/// The errors of reading the data, and [`Error::Usage`](crate::error::Error::Usage) for a data set
/// that the table lacks.
pub fn measure(scope: &Scope<'_>, steps: &mut Steps<'_>) -> Result<()> {
    measure_curves(&[&LETTER, &HANDS], &METHODS, scope, steps)
}
