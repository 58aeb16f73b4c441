//! Features times their weights in the head, added to the scores.

use crate::number::{Format, GROUP, Group, Weight, group};

/// Adds features times their weights, a group at a time, then one by one; `next` gives so many, and
/// zeros behind them.
#[inline(always)]
pub(super) fn add<F: Format>(mut next: impl FnMut(usize) -> Group<F::Feature>, head: &[u8], scores: &mut [F::Score]) {
    let size = F::Weight::size(scores.len());
    let mut rest = head;
    while let Some((rows, after)) = group::split(rest, size) {
        let count = if rows.len() > size { GROUP } else { 1 };
        F::add(scores, rows, next(count), count);
        rest = after;
    }
}

/// So many of what an iterator gives, and zeros behind them.
#[inline(always)]
pub(super) fn take_group<T: Default + Copy>(features: impl Iterator<Item = T>, count: usize) -> Group<T> {
    let mut group = [T::default(); GROUP];
    for (place, feature) in group.iter_mut().take(count).zip(features) {
        *place = feature;
    }
    group
}
