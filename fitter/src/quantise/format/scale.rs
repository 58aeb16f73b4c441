//! Scales: the value of one unit of a fixed-point dot product, in the words of a format.

use kernelet::Angle;
use kernelet::number::{self, Minifloat, ScalePhase, Word};

/// The number of units of an angle in a full turn.
pub const UNITS_PER_TURN: f64 = 4_294_967_296.0;
/// The smallest scale to try, as a share of the one at which the largest weight just fits.
const LEAST_SHARE: f64 = 0.35;
/// The largest scale in a byte that does not wrap.
const LARGEST: Minifloat = Minifloat(231);

/// A word for a scale.
pub trait Scale: Word + Into<u32> {
    /// The scale from which on neighbours are so close, relatively, that rounding to one of them
    /// does not show.
    const FINE: f64;

    /// Returns the nearest scale above zero.
    fn nearest(scale: f64) -> Self;

    /// Returns the scales to try for a row that fits from `scale` on, the largest first.
    fn fitting(scale: f64) -> Vec<Self>;

    /// Returns the bytes of this scale and a phase in turns.
    fn with_phase(self, phase: f64) -> Vec<u8>;
}

/// Integers are so fine that the smallest that fits is best: weights are divided by it afterwards,
/// so its rounding is no error.
impl Scale for u32 {
    const FINE: f64 = 64.0;

    fn nearest(scale: f64) -> u32 {
        scale.round().max(1.0) as u32
    }

    fn fitting(scale: f64) -> Vec<u32> {
        vec![scale.ceil().max(1.0) as u32]
    }

    fn with_phase(self, phase: f64) -> Vec<u8> {
        let phase = Angle(number::round(within_half_a_turn(phase) * UNITS_PER_TURN) as u32);
        ScalePhase { scale: self, phase }.to_bytes().to_vec()
    }
}

/// Scales below the smallest that fits clip a few weights and give smaller steps to all others.
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

    fn with_phase(self, phase: f64) -> Vec<u8> {
        vec![self.0, number::round(within_half_a_turn(phase) * 256.0) as u8]
    }
}

/// Returns the same angle between -1/2 and 1/2 turn.
pub fn within_half_a_turn(turns: f64) -> f64 {
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
        assert_eq!(7u32.with_phase(-0.25), [7, 0, 0, 0, 0, 0, 0, 0xc0]);
        for (phase, byte) in [(0.0, 0), (0.25, 64), (-0.25, 192), (0.5, 128), (3.999, 0), (0.499, 128)] {
            assert_eq!(Minifloat(9).with_phase(phase), [9, byte]);
        }
    }
}
