//! The approximate logarithm of a physical value (Mitchell 1962).

use serde::{Deserialize, Serialize};

/// The largest magnitude, given by the words of the device.
pub(super) const LARGEST: f64 = 65_535.0;

/// `log2(gain x + offset)`, interpolated linearly between the powers of two as in
/// [`kernelet::number::logarithm`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Logarithm {
    /// Magnitudes per physical unit.
    pub gain: f64,
    /// The magnitude of zero.
    pub offset: f64,
}

impl Logarithm {
    /// Returns the magnitude of a physical value: 1 to 65,535 within the limits of its input.
    pub fn magnitude(&self, x: f64) -> f64 {
        self.gain * x + self.offset
    }

    /// Returns the physical value of a magnitude.
    pub fn value(&self, magnitude: f64) -> f64 {
        (magnitude - self.offset) / self.gain
    }

    /// Returns the logarithm of a physical value.
    pub fn of(&self, x: f64) -> f64 {
        interpolated_log2(self.magnitude(x))
    }
}

/// Returns `log2` of a number above zero, interpolated linearly between the powers of two (Mitchell
/// 1962).
fn interpolated_log2(number: f64) -> f64 {
    let octave = number.log2().floor();
    octave + number / octave.exp2() - 1.0
}

/// Returns the number with the given interpolated logarithm: the inverse of `interpolated_log2`.
pub fn power(logarithm: f64) -> f64 {
    logarithm.floor().exp2() * (1.0 + logarithm - logarithm.floor())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_invert_logarithms() {
        for number in [1.0, 1.5, 2.0, 3.0, 1000.0, 65_535.0] {
            assert!((power(interpolated_log2(number)) / number - 1.0).abs() < 1e-12);
            let error = number.log2() - interpolated_log2(number);
            assert!((0.0..0.0861).contains(&error));
        }
    }
}
