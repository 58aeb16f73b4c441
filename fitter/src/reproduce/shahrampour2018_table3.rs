//! Shahrampour, Beirami and Tarokh 2018, Table 3: error and times of EERF and of random features, Gaussian kernel.

use super::Cell;
use super::shahrampour2018::{ADULT, Case, CurveTrial, MNIST, Outcomes, SPAM, Way};
use crate::error::Result;
use crate::recipe::Draw;
use std::path::Path;

/// What is measured, in the order of the figures.
const QUANTITIES: [&str; 4] = ["error %", "choosing s", "training s", "testing s"];

/// Each set's figures: [`QUANTITIES`] of EERF and of RKS.
const TABLE: [(&Case, [[Option<f64>; 4]; 2]); 3] = [
    (&ADULT, [[Some(16.16), Some(0.19), Some(1.78), Some(0.05)], [Some(17.37), None, Some(1.61), Some(0.06)]]),
    (&MNIST, [[Some(7.28), Some(5.20), Some(16.17), Some(8.58)], [Some(7.53), None, Some(19.45), Some(10.65)]]),
    (&SPAM, [[None; 4]; 2]),
];

/// Measures EERF as the paper has it and centred, and random features, on the largest `M` of each set below `folder`; `each`
/// is told every figure. More than two classes are told by one head, and by pairs of classes: the paper does not
/// say which.
///
/// # Errors
/// Those of reading the data.
pub fn measure(folder: &Path, quick: bool, mut each: impl FnMut(&Cell)) -> Result<Vec<Cell>> {
    let mut cells = Vec::new();
    for (case, [eerf, rks]) in TABLE {
        let ways = [
            (Way::Energy { centred: false }, eerf),
            (Way::Energy { centred: true }, [None; 4]),
            (Way::Drawn(Draw::MonteCarlo), rks),
        ];
        cells.extend(compare(case, &ways, (folder, quick), &mut each)?);
    }
    Ok(cells)
}

/// A way with the paper's figures of it.
pub(super) type Published = (Way, [Option<f64>; 4]);

/// All quantities of some ways on the largest `M`.
pub(super) fn compare(
    case: &Case,
    ways: &[Published],
    (folder, quick): (&Path, bool),
    each: &mut impl FnMut(&Cell),
) -> Result<Vec<Cell>> {
    let given = case.read(folder)?;
    let features = case.features[case.features.len() - 1];
    let mut cells = Vec::new();
    for &heads in case.heads(&given) {
        for &(way, paper) in ways {
            let trial = CurveTrial { way, features, heads, quick };
            let Outcomes { errors, choosing, training, testing } = case.run(&given, trial)?;
            for ((quantity, values), paper) in
                QUANTITIES.into_iter().zip([errors, choosing, training, testing]).zip(paper)
            {
                let cell = Cell { paper, ..Outcomes::cell(case, trial, (quantity, values)) };
                each(&cell);
                cells.push(cell);
            }
        }
    }
    Ok(cells)
}
