//! Features in groups: each load of an input and of a score serves several of them.
//!
//! The loops over inputs and over scores are short, take every row of a group at once, and are kept
//! as they are written. So one copy of them serves models of every shape, in about the same number
//! of instructions however the firmware is built.

use core::hint::black_box;

/// The features of a group.
pub const GROUP: usize = 4;

/// Something of each feature of a group.
pub type Group<T> = [T; GROUP];

/// The records of a group; of fewer than a group's, the last one stands in for those that lack.
#[inline(always)]
pub(crate) fn records(bytes: &[u8], size: usize) -> Group<&[u8]> {
    let (a, rest) = bytes.split_at_checked(size).unwrap_or_default();
    let (b, rest) = rest.split_at_checked(size).unwrap_or((a, &[]));
    let (c, rest) = rest.split_at_checked(size).unwrap_or((b, &[]));
    let (d, _) = rest.split_at_checked(size).unwrap_or((c, &[]));
    [a, b, c, d]
}

/// Keeps the compiler from unrolling the loop that this stands in. It makes no instruction.
#[inline(always)]
pub(crate) fn rolled() {
    black_box(());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_is_its_records() {
        let bytes = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        assert_eq!(records(&bytes, 2), [[1, 2], [3, 4], [5, 6], [7, 8]]);
        assert_eq!(records(&bytes[..5], 2), [[1, 2], [3, 4], [3, 4], [3, 4]]);
        assert_eq!(records(&bytes[..1], 2), [[0; 0]; 4]);
    }
}
