//! Features times their weights in the head, added to the scores.

use crate::number::group::{self, Group};
use crate::number::{Format, Weight, records};

/// Adds a group of features times their weights.
#[inline(always)]
pub(super) fn add_group<F: Format>(features: Group<F::Feature>, weights: &[u8], scores: &mut [F::Score]) {
    match scores {
        [_] => meet_group::<F>(features, weights, scores),
        _ => meet_groups::<F>(features, weights, scores),
    }
}

/// Out of line where cores have many registers, so that the loop has them for itself.
#[cfg_attr(target_has_atomic = "32", inline(never))]
#[cfg_attr(not(target_has_atomic = "32"), inline(always))]
fn meet_groups<F: Format>(features: Group<F::Feature>, weights: &[u8], scores: &mut [F::Score]) {
    meet_group::<F>(features, weights, scores);
}

#[inline(always)]
fn meet_group<F: Format>([p, q, r, s]: Group<F::Feature>, weights: &[u8], scores: &mut [F::Score]) {
    let weights = group::records(weights, F::Weight::size(scores.len()));
    F::Weight::meet_group(weights, group::hidden_mut(scores), |mut score, [a, b, c, d]| {
        F::add(&mut score, a, p);
        F::add(&mut score, b, q);
        F::add(&mut score, c, r);
        F::add(&mut score, d, s);
        score
    });
}

/// Adds features, one by one, times their weights.
#[inline(always)]
pub(super) fn add<F: Format>(features: impl Iterator<Item = F::Feature>, head: &[u8], scores: &mut [F::Score]) {
    for (feature, row) in features.zip(records(head, F::Weight::size(scores.len()))) {
        F::Weight::meet(row, scores, |score, weight| F::add(score, weight, feature));
    }
}
