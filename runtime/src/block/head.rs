//! Features times their weights in the head, added to the scores.

use crate::number::group::{self, GROUP, rolled};
use crate::number::{Format, Weight, records};

/// Adds features, times their weights, in groups where there is room for them.
#[inline(always)]
pub(super) fn add<F: Format>(features: impl Iterator<Item = F::Feature>, head: &[u8], scores: &mut [F::Score]) {
    match F::GROUPED {
        true => add_groups::<F>(features, head, scores),
        false => add_each::<F>(features, head, scores),
    }
}

#[inline(always)]
fn add_each<F: Format>(features: impl Iterator<Item = F::Feature>, head: &[u8], scores: &mut [F::Score]) {
    for (feature, row) in features.zip(records(head, F::Weight::size(scores.len()))) {
        F::Weight::meet(row, scores, |score, weight| F::add(score, weight, feature));
    }
}

#[inline(always)]
fn add_groups<F: Format>(mut features: impl Iterator<Item = F::Feature>, mut head: &[u8], scores: &mut [F::Score]) {
    while !head.is_empty() {
        let mut group = [F::Feature::default(); GROUP];
        for feature in &mut group {
            rolled(); // or the code of a feature would stand here several times
            *feature = features.next().unwrap_or_default();
        }
        F::add_group(scores, head, group);
        head = group::rest(head, F::Weight::size(scores.len()));
    }
}
