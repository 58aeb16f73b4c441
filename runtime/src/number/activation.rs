//! The activations: what a feature with a dense row does with its dot product.

/// The function of `t`, the dot product of row and inputs with an offset added.
///
/// Its numbers are those of the [kinds](crate::block::Kind) of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(u8)]
pub enum Activation {
    /// The cosine of the angle that `t` stands for.
    Cosine = 1,
    /// One where `t > 0`, else zero.
    Step = 4,
    /// `t` where it is above zero, else zero.
    Relu = 5,
    /// The square of `t` where it is above zero, else zero.
    SquaredRelu = 6,
    /// `t` itself.
    Linear = 7,
}

impl Activation {
    /// Returns true for all but the cosine; these need the crate's feature `rectified`.
    #[must_use]
    #[inline(always)]
    pub const fn is_rectified(self) -> bool {
        !matches!(self, Activation::Cosine)
    }
}
