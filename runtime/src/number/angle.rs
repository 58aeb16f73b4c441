//! Binary angles: a full turn is 2^32, so wrapping integer arithmetic *is* reduction modulo one
//! turn.

use core::ops::Add;

/// An angle in units of 2^-32 turn: `Angle(0)` is 0, `Angle(1 << 30)` a quarter turn, `Angle(1 <<
/// 31)` half a turn.
///
/// Sums and integer multiples wrap, and wrapping loses nothing: the angle that remains is exact.
///
/// ```
/// use kernelet::Angle;
/// assert_eq!(Angle(3 << 30) + Angle(1 << 30), Angle(0));
/// assert_eq!(Angle::of_dot(-1, 1 << 30), Angle(3 << 30));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Angle(pub u32);

impl Angle {
    /// The angle `dot * scale` of an integer dot product whose unit is `scale * 2^-32` turn.
    #[inline(always)]
    #[must_use]
    pub const fn of_dot(dot: i32, scale: u32) -> Angle {
        Angle((dot as u32).wrapping_mul(scale))
    }
}

impl Add for Angle {
    type Output = Angle;

    #[inline(always)]
    fn add(self, other: Angle) -> Angle {
        Angle(self.0.wrapping_add(other.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapping_is_reduction_modulo_one_turn() {
        for (dot, scale, phase) in [(i32::MAX, u32::MAX, 7), (-123_456, 999_999_937, 1 << 31), (40_000, 107_374, 5)] {
            let exact = i128::from(dot) * i128::from(scale) + i128::from(phase);
            let angle = Angle::of_dot(dot, scale) + Angle(phase);
            assert_eq!(i128::from(angle.0), exact.rem_euclid(1 << 32));
        }
    }
}
