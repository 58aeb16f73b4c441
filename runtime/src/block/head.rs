//! Features times their weights in the head, added to the scores.

use crate::number::{Format, GROUP, Group, Weight};

/// Adds features times their weights, a group at a time; `next` gives a group and how many of it
/// are features.
#[inline(always)]
pub(super) fn add<F: Format>(
    mut next: impl FnMut() -> (Group<F::Feature>, usize),
    head: &[u8],
    scores: &mut [F::Score],
) {
    let size = GROUP * F::Weight::size(scores.len());
    let mut rest = head;
    while !rest.is_empty() {
        let (features, count) = next();
        let rows;
        (rows, rest) = rest.split_at_checked(size).unwrap_or((rest, &[]));
        F::add(scores, rows, features, count);
    }
}

/// Up to a group of what an iterator gives, and how many.
#[inline(always)]
pub(super) fn take_group<T: Default + Copy>(features: &mut impl Iterator<Item = T>) -> (Group<T>, usize) {
    let (mut group, mut count) = ([T::default(); GROUP], 0);
    for (place, feature) in group.iter_mut().zip(features) {
        *place = feature;
        count += 1;
    }
    (group, count)
}
