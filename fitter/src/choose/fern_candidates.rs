//! The fern parameters among which a choice is made.

use crate::fern::FernParameters;

/// The shares of Newton's step.
const SHRINKAGES: [f64; 3] = [0.15, 0.3, 0.5];
/// The powers of its bytes that divide the gain of a fern.
const SIZE_PENALTIES: [f64; 2] = [0.7, 0.85];
/// The ridges with which all leaves are refitted together, or none.
const REFITS: [Option<f64>; 2] = [None, Some(5.0)];
/// The default parameters.
pub(crate) const FERNS: FernParameters =
    FernParameters { shrinkage: 0.3, ridge: 1.0, depth: 6, size_penalty: 0.7, refit: None, beside: false };

/// The two ways to join ferns with features: on the residual of the features, or beside them.
///
/// Beside each other, both predict the target and the scores are their mean: they err on different
/// rows, so the mean errs less often (Perrone and Cooper 1993). The residual leaves the ferns less
/// to explain, but it is smaller on the training rows than on new ones.
pub(super) fn with_features(fern_parameters: FernParameters) -> [FernParameters; 2] {
    [false, true].map(|beside| FernParameters { beside, ..fern_parameters })
}

/// All combinations of shrinkage, size penalty and refitting.
pub(super) fn fern_candidates() -> Vec<FernParameters> {
    let candidates =
        SHRINKAGES.into_iter().flat_map(|shrinkage| SIZE_PENALTIES.map(|size_penalty| (shrinkage, size_penalty)));
    candidates
        .flat_map(|(shrinkage, size_penalty)| {
            REFITS.map(|refit| FernParameters { shrinkage, size_penalty, refit, ..FERNS })
        })
        .collect()
}
