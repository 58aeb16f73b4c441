//! Features in groups of four: each load of an input and of a score serves all of them.
//!
//! Sums of integers do not depend on their order, and in `f32` every sum keeps its own.
//!
//! The loops over inputs and over scores stand in functions of their own and are kept as they are
//! written. So one copy of them serves models of every shape, in about as many instructions however
//! the firmware is built.

use core::hint::black_box;

/// The features of a group.
pub const GROUP: usize = 4;

/// Something of each feature of a group.
pub type Group<T> = [T; GROUP];

/// True where features go in groups: not with the feature `small`, and not on Cortex-M0, which has
/// no compare-and-swap and eight registers, too few for what compilers make of four sums, their
/// weights and the inputs.
pub(crate) const GROUPED: bool = ROOMY && (cfg!(feature = "dsp") || !cfg!(feature = "small"));
const ROOMY: bool = !cfg!(target_arch = "arm") || cfg!(target_has_atomic = "32");

/// True where compilers are to keep loops as they are written; those for hosts vectorise them.
const KEPT: bool = GROUPED && cfg!(any(target_arch = "arm", target_arch = "riscv32"));

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
        rolled();
        $each
    }};
}
pub(super) use steps;

/// The first records of `bytes`, all of the same size; `None` where there is not one. The last one
/// stands for those that lack.
///
/// Where compilers know that the records are neighbours they add an index to each pointer instead
/// of stepping it, which takes more registers than there are.
#[inline(always)]
pub(crate) fn records(bytes: &[u8], size: usize) -> Option<Group<&[u8]>> {
    let (a, rest) = bytes.split_at_checked(size)?;
    let (b, rest) = rest.split_at_checked(size).unwrap_or((a, rest));
    let (c, rest) = rest.split_at_checked(size).unwrap_or((b, rest));
    Some([a, b, c, rest.get(..size).unwrap_or(c)])
}

/// The bytes behind the records of the first group.
#[inline(always)]
pub(crate) fn rest(bytes: &[u8], size: usize) -> &[u8] {
    bytes.get(GROUP * size..).unwrap_or_default()
}

/// Something of each.
#[inline(always)]
pub(crate) fn each<A, B>([a, b, c, d]: Group<A>, mut of: impl FnMut(A) -> B) -> Group<B> {
    [of(a), of(b), of(c), of(d)]
}

/// Something of each and its partner.
#[inline(always)]
pub(crate) fn both<A, B, C>([a, b, c, d]: Group<A>, [p, q, r, s]: Group<B>, of: impl Fn(A, B) -> C) -> Group<C> {
    let of = |a, p| {
        rolled();
        of(a, p)
    };
    [of(a, p), of(b, q), of(c, r), of(d, s)]
}

/// A sum to which each adds, in order.
#[inline(always)]
pub(crate) fn fold<A, S>(sum: S, [a, b, c, d]: Group<A>, plus: impl Fn(S, A) -> S) -> S {
    plus(plus(plus(plus(sum, a), b), c), d)
}

/// The items of all slices side by side, as far as all have some.
#[inline(always)]
pub(crate) fn zip<T>([a, b, c, d]: Group<&[T]>) -> impl Iterator<Item = Group<&T>> {
    a.iter().zip(b).zip(c).zip(d).map(|(((a, b), c), d)| [a, b, c, d])
}

/// The items of each slice in steps, and those left over.
#[inline(always)]
pub(crate) fn chunks<T>(rows: Group<&[T]>) -> (Group<&[[T; STEPS]]>, Group<&[T]>) {
    let chunks = each(rows, |row| row.as_chunks());
    (each(chunks, |(steps, _)| steps), each(chunks, |(_, last)| last))
}

/// Keeps the compiler from unrolling the loop that this stands in, and from loading before it what
/// is needed after it: fewer registers on the stack. It makes no instruction.
#[inline(always)]
pub(crate) fn rolled() {
    if KEPT {
        black_box(());
    }
}

/// Hides a length from compilers that would fit every loop to it where it is the only one, and run
/// out of registers. Not the slice: what is hidden so cannot be moved without a copy.
#[inline(always)]
pub(crate) fn hidden<T>(items: &mut [T]) -> &mut [T] {
    let length = if KEPT { black_box(items.len()) } else { items.len() };
    items.get_mut(..length).unwrap_or_default()
}
