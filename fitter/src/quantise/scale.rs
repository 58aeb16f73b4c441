//! Scales: what one unit of a fixed-point dot product is worth, in the words that a format has for it.

use kernelet::Angle;
use kernelet::number::{self, Word};
use kernelet::number::{Minifloat, ScalePhase};

/// Units of an angle in a full turn.
pub(super) const TURN: f64 = 4_294_967_296.0;
/// The share of the scale at which the largest weight just fits, down to which smaller ones are tried.
const LEAST_SHARE: f64 = 0.35;

/// A word for a scale.
pub trait Scale: Word + Into<u32> {
    /// From here on neighbours differ by so little, relatively, that rounding to one of them does not show.
    const FINE: f64;

    /// The nearest scale above zero.
    fn nearest(scale: f64) -> Self;

    /// The scales to try for a row that fits from `scale` on, the largest first.
    fn fitting(scale: f64) -> Vec<Self>;

    /// The bytes of this scale with a phase in turns.
    fn turn(self, phase: f64) -> Vec<u8>;
}

/// Whole numbers are so fine that the smallest that fits is best: dividing by it afterwards, its rounding is no error.
impl Scale for u32 {
    const FINE: f64 = 64.0;

    fn nearest(scale: f64) -> u32 {
        scale.round().max(1.0) as u32
    }

    fn fitting(scale: f64) -> Vec<u32> {
        vec![scale.ceil().max(1.0) as u32]
    }

    fn turn(self, phase: f64) -> Vec<u8> {
        ScalePhase { scale: self, phase: Angle(number::round(within_half(phase) * TURN) as u32) }.to_bytes().to_vec()
    }
}

/// Scales below the smallest that fits clip a few weights, for smaller steps of all others.
impl Scale for Minifloat {
    const FINE: f64 = 8.0;

    fn nearest(scale: f64) -> Minifloat {
        let distance = |byte: &u8| (f64::from(u32::from(Minifloat(*byte))) - scale).abs();
        let nearest = (0..=LARGEST.0).min_by(|a, b| distance(a).total_cmp(&distance(b)));
        nearest.map_or(LARGEST, Minifloat)
    }

    fn fitting(scale: f64) -> Vec<Minifloat> {
        let value = |byte: u8| f64::from(u32::from(Minifloat(byte)));
        let first = (0..=LARGEST.0).find(|&byte| value(byte) >= scale).unwrap_or(LARGEST.0);
        (0..=first)
            .rev()
            .take_while(|&byte| byte == first || value(byte) >= LEAST_SHARE * scale)
            .map(Minifloat)
            .collect()
    }

    fn turn(self, phase: f64) -> Vec<u8> {
        vec![self.0, number::round(within_half(phase) * 256.0) as u8]
    }
}

/// The largest that does not wrap.
const LARGEST: Minifloat = Minifloat(231);

/// The same turns between -1/2 and 1/2.
pub(super) fn within_half(turns: f64) -> f64 {
    turns - turns.round()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(scales: Vec<Minifloat>) -> Vec<u32> {
        scales.into_iter().map(u32::from).collect()
    }

    #[test]
    fn minifloats_are_tried_from_the_first_that_fits_downwards() {
        assert_eq!(values(Minifloat::fitting(25.0)), [26, 24, 22, 20, 18, 16, 15, 14, 13, 12, 11, 10, 9]);
        assert_eq!((values(Minifloat::fitting(0.0)), values(Minifloat::fitting(20.0))[0]), (vec![8], 20));
        assert_eq!(values(Minifloat::fitting(1e12)), [15 << 28]);
        assert_eq!([0.0, 24.9, 1e12].map(|scale| u32::from(Minifloat::nearest(scale))), [8, 24, 15 << 28]);
    }

    #[test]
    fn phases_are_rounded_modulo_a_turn() {
        assert_eq!(7u32.turn(-0.25), [7, 0, 0, 0, 0, 0, 0, 0xc0]);
        for (phase, byte) in [(0.0, 0), (0.25, 64), (-0.25, 192), (0.5, 128), (3.999, 0), (0.499, 128)] {
            assert_eq!(Minifloat(9).turn(phase), [9, byte]);
        }
    }
}
