//! Features times their weights in the head, added to the scores.

use crate::number::{Format, Weight, records};

/// Adds features, one by one, times their weights.
#[inline(always)]
pub(super) fn add<F: Format>(features: impl Iterator<Item = F::Feature>, head: &[u8], scores: &mut [F::Score]) {
    for (feature, row) in features.zip(records(head, F::Weight::size(scores.len()))) {
        F::Weight::meet(row, scores, |score, weight| F::add(score, weight, feature));
    }
}
