//! Loops over the outputs, unrolled where there are few.

/// Evaluates an expression for a number of outputs: `K` is that number where it is small, so that
/// the compiler knows it, and else zero.
macro_rules! by_outputs {
    ($outputs:expr, $k:ident => $value:expr) => {
        by_outputs!(@each $outputs, $k => $value; 1 2 3 4 5 6 7 8)
    };
    (@each $outputs:expr, $k:ident => $value:expr; $($count:literal)*) => {
        match $outputs {
            $($count => {
                const $k: usize = $count;
                $value
            })*
            _ => {
                const $k: usize = 0;
                $value
            }
        }
    };
}

/// Returns `K` where it is not zero, and else the number of outputs.
#[inline(always)]
pub fn known_or<const K: usize>(outputs: usize) -> usize {
    if K > 0 { K } else { outputs }
}

/// Returns the first of every eight outputs, and how many there are from it on, at most eight.
pub fn few_at_a_time(outputs: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..outputs).step_by(8).map(move |first| (first, (outputs - first).min(8)))
}
