//! Ways to grow ferns that are tried.

use crate::fern::FernParameters;

/// Shares of Newton's step that ferns are tried with.
const SHRINKAGES: [f64; 3] = [0.15, 0.3, 0.5];
/// How much their bytes count.
const SIZE_PENALTIES: [f64; 2] = [0.7, 0.85];
/// The ridges of fitting all leaves again; none for leaving them as they are.
const REFITS: [Option<f64>; 2] = [None, Some(5.0)];
/// The other properties of ferns that grow.
pub(crate) const FERNS: FernParameters =
    FernParameters { shrinkage: 0.3, ridge: 1.0, depth: 6, size_penalty: 0.7, refit: None, beside: false };

/// Ways to join ferns that grow like this with features.
///
/// What both explain by themselves they get wrong on other rows each, and their mean less often (Perrone and Cooper 1993); what
/// features leave is less than that, but on the rows that they learnt from less than on others.
pub(super) fn with_features(fern_parameters: FernParameters) -> [FernParameters; 2] {
    [false, true].map(|beside| FernParameters { beside, ..fern_parameters })
}

/// Ways to grow ferns.
pub(super) fn fern_candidates() -> Vec<FernParameters> {
    let candidates =
        SHRINKAGES.into_iter().flat_map(|shrinkage| SIZE_PENALTIES.map(|size_penalty| (shrinkage, size_penalty)));
    candidates
        .flat_map(|(shrinkage, size_penalty)| {
            REFITS.map(|refit| FernParameters { shrinkage, size_penalty, refit, ..FERNS })
        })
        .collect()
}
