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

/// The records of a group; of fewer than a group's, the first one for each.
#[inline(always)]
pub(crate) fn records(bytes: &[u8], size: usize) -> Group<&[u8]> {
    let Some((a, rest)) = bytes.split_at_checked(size) else { return [&[]; GROUP] };
    let Some((b, rest)) = rest.split_at_checked(size) else { return [a; GROUP] };
    let Some((c, rest)) = rest.split_at_checked(size) else { return [a; GROUP] };
    let Some(d) = rest.get(..size) else { return [a; GROUP] };
    [a, b, c, d]
}

/// The rows of the next group, or the next row where less than a group is left, and what is behind.
#[inline(always)]
pub(crate) fn split(bytes: &[u8], size: usize) -> Option<(&[u8], &[u8])> {
    bytes.split_at_checked(GROUP * size).or_else(|| bytes.split_at_checked(size))
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
        assert_eq!(records(&bytes[..5], 2), [[1, 2]; 4]);
        assert_eq!(records(&bytes[..1], 2), [[0; 0]; 4]);
        assert_eq!(split(&bytes, 2), Some((&bytes[..8], &bytes[8..])));
        assert_eq!(split(&bytes[..5], 2), Some((&bytes[..2], &bytes[2..5])));
        assert_eq!(split(&bytes[..1], 2), None);
    }
}
