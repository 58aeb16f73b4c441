//! What the crate `kernelet-dsp` computes by loops in assembly: nothing without the feature `dsp`.

/// True where sums of bytes and of nibbles are such loops.
pub(crate) const HAS_SUMS: bool = of_core::HAS_SUMS;
/// True where cosines are, which have a table of a whole turn.
pub(crate) const HAS_COSINES: bool = of_core::HAS_COSINES;

#[cfg(feature = "dsp")]
use kernelet_dsp as of_core;

#[cfg(not(feature = "dsp"))]
mod of_core {
    pub const HAS_SUMS: bool = false;
    pub const HAS_COSINES: bool = false;
}
