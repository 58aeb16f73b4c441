//! Shahrampour, Beirami and Tarokh 2018, Figure 1: the error against the number of features, with
//! the Gaussian kernel.

use super::cases::{ADULT, MNIST, SPAM};
use super::heads::Heads;
use super::method::CaseMethod;
use super::outcomes::QUANTITIES;
use super::trial::CaseTrial;
use crate::error::Result;
use crate::recipe::{Draw, Selection};
use crate::reproduce::steps::Steps;
use std::path::Path;

/// The curves of the figure, with orthogonal features and centred EERF beside the paper's.
const METHODS: [CaseMethod; 5] = [
    CaseMethod::Drawn(Draw::MonteCarlo),
    CaseMethod::Drawn(Draw::Orf),
    CaseMethod::Energy { centred: false },
    CaseMethod::Energy { centred: true },
    CaseMethod::Selected(Selection::Align),
];

/// Measures the errors on the sets below `folder`, step by step.
///
/// The paper prints no figures but those of its Table 3.
///
/// # Errors
/// The errors of reading the data.
pub fn measure(folder: &Path, quick: bool, steps: &mut Steps<'_>) -> Result<()> {
    for case in [&ADULT, &MNIST, &SPAM] {
        let data = case.read(folder)?;
        // pairs for more than two classes: on letter, the paper's Table 5 agrees with these
        let heads = if data.rows.count == 2 { Heads::Joint } else { Heads::Pairs };
        let sizes = if quick { &case.features[case.features.len() - 2..] } else { case.features };
        for method in METHODS {
            for &features in sizes {
                let trial = CaseTrial { method, features, heads, quick };
                steps.step(|| {
                    let errors = trial.run(case, &data)?.errors;
                    Ok(vec![trial.cell(case, (QUANTITIES[0], errors), None)])
                })?;
            }
        }
    }
    Ok(())
}
