//! Shahrampour, Beirami and Tarokh 2018, Figures 1 and 2: the error against the number of features
//! and against time, with the Gaussian kernel.

use super::case::Case;
use super::cases::{ADULT, MNIST, REGRESSIONS};
use super::curve::measure_curves;
use super::method::CaseMethod;
use crate::error::Result;
use crate::recipe::Draw;
use crate::reproduce::scope::Scope;
use crate::reproduce::steps::Steps;

/// The curves of the figure, with centred EERF and LKRF beside the paper's.
const METHODS: [CaseMethod; 7] = [
    CaseMethod::Drawn(Draw::MonteCarlo),
    CaseMethod::Drawn(Draw::Orf),
    CaseMethod::Stein,
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
    let cases: Vec<&Case> = REGRESSIONS.iter().chain([&ADULT, &MNIST]).collect();
    measure_curves(&cases, &METHODS, scope, steps)
}
