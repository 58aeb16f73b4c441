//! Features in groups, with the crate's feature `grouped`: each load of an input and of a score
//! serves several of them.
//!
//! The same answers in fewer instructions and more code. Sums of integers do not depend on their
//! order, and in `f32` every sum keeps its own.

use core::hint::black_box;

/// The features of a group.
pub const GROUP: usize = 4;

/// True where features go in groups. Not on Cortex-M0: eight registers are too few for four sums,
/// their weights and the inputs.
pub(crate) const GROUPED: bool = cfg!(feature = "grouped") && (ROOMY || !cfg!(target_arch = "arm"));

/// Something of each feature of a group.
pub type Group<T> = [T; GROUP];

/// The records of the first group, one behind the other, and what is left.
#[inline(always)]
pub(crate) fn split(bytes: &[u8], size: usize) -> Option<(&[u8], &[u8])> {
    bytes.split_at_checked(GROUP * size)
}

/// The records of a group.
#[inline(always)]
pub(crate) fn records(bytes: &[u8], size: usize) -> Group<&[u8]> {
    let mut rest = bytes;
    [(); GROUP].map(|()| {
        let record;
        (record, rest) = rest.split_at_checked(size).unwrap_or_default();
        record
    })
}

/// Keeps the compiler from unrolling the loop that this stands in, and from loading before it what
/// is needed after it: fewer registers on the stack. It makes no instruction.
#[inline(always)]
pub(crate) fn rolled() {
    if GROUPED {
        black_box(());
    }
}

/// The slice, its length hidden where cores have registers to keep in use: a loop that is known to
/// be short would be unrolled whole, and its words spilled. Cores without compare-and-swap, as
/// Cortex-M0, have half as many.
#[inline(always)]
pub(crate) fn hidden<T>(slice: &[T]) -> &[T] {
    if HIDING { black_box(slice) } else { slice }
}

/// The same for one that changes.
#[inline(always)]
pub(crate) fn hidden_mut<T>(slice: &mut [T]) -> &mut [T] {
    if HIDING { black_box(slice) } else { slice }
}

const HIDING: bool = GROUPED && ROOMY;

/// True where the core has thirteen registers and loads words from any address: those without
/// compare-and-swap, as Cortex-M0, have less of both.
pub(crate) const ROOMY: bool = cfg!(target_has_atomic = "32");

/// A copy of four words: cores with room make it of loads as wide as they have.
#[inline(always)]
pub(crate) fn copied<T: Copy>(words: &[T; 4]) -> [T; 4] {
    if ROOMY { *words } else { words.each_ref().map(|&word| word) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_is_its_records() {
        let bytes = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        assert_eq!(split(&bytes, 2), Some((&bytes[..8], &bytes[8..])));
        assert_eq!(split(&bytes, 3), None);
        assert_eq!(records(&bytes[..8], 2), [[1, 2], [3, 4], [5, 6], [7, 8]]);
    }
}
