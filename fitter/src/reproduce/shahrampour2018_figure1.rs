//! Shahrampour, Beirami and Tarokh 2018, Figure 1: error against the number of features, Gaussian kernel.

use super::Cell;
use super::shahrampour2018::{ADULT, CurveTrial, Heads, MNIST, Outcomes, SPAM, Way};
use crate::error::Result;
use crate::recipe::{Draw, Selection};
use std::path::Path;

/// Measures the error of random and orthogonal features, EERF as the paper has it and centred, and LKRF
/// over `M` on the sets below `folder`; `each` is told every figure. The paper prints no numbers but those of its
/// Table 3.
///
/// # Errors
/// Those of reading the data.
pub fn measure(folder: &Path, quick: bool, mut each: impl FnMut(&Cell)) -> Result<Vec<Cell>> {
    let mut cells = Vec::new();
    for case in [&ADULT, &MNIST, &SPAM] {
        let given = case.read(folder)?;
        // pairs where there are more than two classes: on letter that is what the paper's Table 5 agrees with
        let heads = if given.data.count == 2 { Heads::Joint } else { Heads::Pairs };
        let drawn = [Draw::MonteCarlo, Draw::Orf].map(Way::Drawn);
        let ways = drawn
            .into_iter()
            .chain([false, true].map(|centred| Way::Energy { centred }))
            .chain([Way::Selected(Selection::Align)]);
        for way in ways {
            for &features in case.features.iter().skip(usize::from(quick) * (case.features.len() - 2)) {
                let trial = CurveTrial { way, features, heads, quick };
                let outcomes = case.run(&given, trial)?;
                let cell = Outcomes::cell(case, trial, ("error %", outcomes.errors));
                each(&cell);
                cells.push(cell);
            }
        }
    }
    Ok(cells)
}
