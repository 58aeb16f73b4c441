//! Mitchell's logarithm of a physical value.

use serde::{Deserialize, Serialize};

/// The largest magnitude, that of a device's words.
pub(super) const LARGEST: f64 = 65_535.0;

/// `log2(gain x + offset)` along straight lines between the powers of two, as [`kernelet::logarithm`] has it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Logarithm {
    /// Magnitudes per physical unit.
    pub gain: f64,
    /// The magnitude of zero.
    pub offset: f64,
}

impl Logarithm {
    /// The magnitude of a physical value, 1 to 65,535 within the limits that it was made for.
    pub fn magnitude(&self, x: f64) -> f64 {
        self.gain * x + self.offset
    }

    /// The physical value of a magnitude.
    pub fn value(&self, magnitude: f64) -> f64 {
        (magnitude - self.offset) / self.gain
    }

    /// The logarithm of a physical value.
    pub fn of(&self, x: f64) -> f64 {
        straight(self.magnitude(x))
    }
}

/// `log2` along straight lines between the powers of two (Mitchell 1962), of a number above zero.
fn straight(number: f64) -> f64 {
    let octave = number.log2().floor();
    octave + number / octave.exp2() - 1.0
}

/// The number whose [`straight`] logarithm this is.
pub fn power(logarithm: f64) -> f64 {
    logarithm.floor().exp2() * (1.0 + logarithm - logarithm.floor())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_undo_logarithms() {
        for number in [1.0, 1.5, 2.0, 3.0, 1000.0, 65_535.0] {
            assert!((power(straight(number)) / number - 1.0).abs() < 1e-12);
            let missed = number.log2() - straight(number);
            assert!((0.0..0.0861).contains(&missed));
        }
    }
}
