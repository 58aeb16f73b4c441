//! Ways to grow ferns that are tried.

use crate::fern::Growth;

/// Shares of Newton's step that ferns are tried with.
const SHRINKAGES: [f64; 3] = [0.15, 0.3, 0.5];
/// How much their bytes count.
const THRIFTS: [f64; 2] = [0.7, 0.85];
/// The ridges of fitting all leaves again; none for leaving them as they are.
const REFITS: [Option<f64>; 2] = [None, Some(5.0)];
/// The other properties of ferns that grow.
pub(crate) const GROWTH: Growth =
    Growth { shrinkage: 0.3, ridge: 1.0, depth: 6, thrift: 0.7, refit: None, beside: false };

/// Ways to join ferns that grow like this with features.
///
/// What both explain by themselves they get wrong on other rows each, and their mean less often (Perrone and Cooper 1993); what
/// features leave is less than that, but on the rows that they learnt from less than on others.
pub(super) fn with_features(growth: Growth) -> [Growth; 2] {
    [false, true].map(|beside| Growth { beside, ..growth })
}

/// Ways to grow ferns.
pub(super) fn growths() -> Vec<Growth> {
    let ways = SHRINKAGES.into_iter().flat_map(|shrinkage| THRIFTS.map(|thrift| (shrinkage, thrift)));
    ways.flat_map(|(shrinkage, thrift)| REFITS.map(|refit| Growth { shrinkage, thrift, refit, ..GROWTH })).collect()
}
