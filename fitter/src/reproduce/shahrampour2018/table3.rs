//! Shahrampour, Beirami and Tarokh 2018, Table 3: the error and the times of EERF and of random
//! features with the Gaussian kernel.

use super::case::Case;
use super::cases::{ADULT, MNIST, REGRESSIONS};
use super::comparison::compare;
use super::method::CaseMethod;
use crate::error::Result;
use crate::recipe::Draw;
use crate::reproduce::scope::Scope;
use crate::reproduce::steps::Steps;

/// The figures of EERF and RKS on each set: error, choosing, training and testing.
const TABLE: [(&Case, [[Option<f64>; 4]; 2]); 2] = [
    (&ADULT, [[Some(16.16), Some(0.19), Some(1.78), Some(0.05)], [Some(17.37), None, Some(1.61), Some(0.06)]]),
    (&MNIST, [[Some(7.28), Some(5.20), Some(16.17), Some(8.58)], [Some(7.53), None, Some(19.45), Some(10.65)]]),
];

/// Measures EERF, as the paper has it and with centred targets, and random features, at the largest
/// `M` of each set, step by step.
///
/// More than two classes are separated by one head, and by a head for each pair: the paper does
/// not say which.
///
/// # Errors
/// The errors of reading the data, and [`Error::Usage`](crate::error::Error::Usage) for a data set
/// that the table lacks.
pub fn measure(scope: &Scope<'_>, steps: &mut Steps<'_>) -> Result<()> {
    let regressions = REGRESSIONS.iter().map(|case| (case, [[None; 4]; 2]));
    for (case, [eerf, rks]) in scope.of(regressions.chain(TABLE), |(case, _)| case.set.name)? {
        let methods = [
            (CaseMethod::Energy { centred: false }, eerf),
            (CaseMethod::Energy { centred: true }, [None; 4]),
            (CaseMethod::Drawn(Draw::MonteCarlo), rks),
        ];
        compare(case, &methods, scope, steps)?;
    }
    Ok(())
}
