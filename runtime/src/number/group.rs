//! Features in groups, with the crate's feature `grouped`: each load of an input and of a score
//! serves several of them.
//!
//! The same answers in fewer instructions and more code. Sums of integers do not depend on their
//! order, and in `f32` every sum keeps its own.
//!
//! The loops over inputs and over scores stand in functions of their own, which take all four rows
//! at each step and are kept as they are written. So one copy of them serves models of every shape,
//! in about as many instructions however the firmware is built.

use core::hint::black_box;

/// The features of a group.
pub const GROUP: usize = 4;

/// True where features go in groups. Not on Cortex-M0: eight registers are too few for four sums,
/// their weights and the inputs.
pub(crate) const GROUPED: bool = cfg!(feature = "grouped") && (ROOMY || !cfg!(target_arch = "arm"));

/// The inputs or scores that a step of a loop takes: four where there are registers for them.
pub(crate) const STEPS: usize = if cfg!(target_arch = "riscv32") { 4 } else { 1 };

/// Evaluates an expression for each of the steps, written out: compilers that optimise for size
/// would loop.
macro_rules! steps {
    ($at:ident => $each:expr) => {
        steps!($at => $each; 0);
        if STEPS > 1 {
            steps!($at => $each; 1);
            steps!($at => $each; 2);
            steps!($at => $each; 3);
        }
    };
    ($at:ident => $each:expr; $step:literal) => {{
        let $at = const { if $step < STEPS { $step } else { 0 } };
        if STEPS > 1 {
            rolled();
        }
        $each
    }};
}
pub(super) use steps;

/// Something of each feature of a group.
pub type Group<T> = [T; GROUP];

/// The records of the first group, one behind the other, and what is left.
#[inline(always)]
pub(crate) fn split(bytes: &[u8], size: usize) -> Option<(&[u8], &[u8])> {
    bytes.split_at_checked(GROUP * size)
}

/// The records of a group; nothing where one lacks.
///
/// On Arm nothing is four empty records. Compilers then step four pointers; where they know that
/// the records are neighbours they add an index to each instead, which takes more registers than
/// there are.
#[inline(always)]
pub(crate) fn records(bytes: &[u8], size: usize) -> Option<Group<&[u8]>> {
    let records = neighbours(bytes, size);
    if cfg!(target_arch = "arm") { Some(records.unwrap_or_default()) } else { records }
}

#[inline(always)]
fn neighbours(bytes: &[u8], size: usize) -> Option<Group<&[u8]>> {
    let (a, rest) = bytes.split_at_checked(size)?;
    let (b, rest) = rest.split_at_checked(size)?;
    let (c, rest) = rest.split_at_checked(size)?;
    Some([a, b, c, rest.get(..size)?])
}

/// Keeps the compiler from unrolling the loop that this stands in, and from loading before it what
/// is needed after it: fewer registers on the stack. It makes no instruction.
#[inline(always)]
pub(crate) fn rolled() {
    if GROUPED {
        black_box(());
    }
}

/// True where the core has thirteen registers and loads words from any address: those without
/// compare-and-swap, as Cortex-M0, have less of both.
pub(crate) const ROOMY: bool = cfg!(target_has_atomic = "32");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_is_its_records() {
        let bytes = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        assert_eq!(split(&bytes, 2), Some((&bytes[..8], &bytes[8..])));
        assert_eq!(split(&bytes, 3), None);
        assert_eq!(records(&bytes, 2), Some([[1, 2], [3, 4], [5, 6], [7, 8]].each_ref().map(|two| &two[..])));
        assert_eq!(records(&bytes, 3), None);
    }
}
