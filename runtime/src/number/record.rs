//! Bytes cut into sections and records.

use crate::error::ViewError;

/// The length of `count` records of `size` each. Where an address has too few bits for it, it is
/// the largest number: no slice is so long.
///
/// The numbers of a model have 16 bits, so this is a plain product where addresses have 32.
#[inline(always)]
pub(crate) const fn length_of(count: usize, size: usize) -> usize {
    match usize::BITS < 32 {
        true => count.saturating_mul(size),
        false => count * size,
    }
}

/// The first `count * size` bytes, and the rest.
#[inline(always)]
pub(crate) fn section(bytes: &[u8], count: usize, size: usize) -> Result<(&[u8], &[u8]), ViewError> {
    let length = count.checked_mul(size).ok_or(ViewError::Length)?;
    bytes.split_at_checked(length).ok_or(ViewError::Length)
}

/// The records of `size` bytes that `bytes` consist of.
///
/// Not `chunks_exact`, which divides the length by a size known only at run time: a small core has
/// no instruction for that.
#[inline(always)]
pub(crate) fn records(bytes: &[u8], size: usize) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    core::iter::from_fn(move || {
        let record;
        (record, rest) = rest.split_at_checked(size)?;
        Some(record)
    })
}
