//! A factor in the four bytes that the device multiplies differences of scores by.

use kernelet::Format;
use kernelet::answer::probability::OCTAVE;
use kernelet::number::{Quantise, RESCALE, round};

/// The number of octaves that the device must distinguish: probabilities are whole multiples of
/// 2^-16.
const OCTAVES: u32 = 16;

/// Returns the bytes of a factor in format `F`.
pub fn rescale<F: Format>(factor: f64) -> [u8; RESCALE] {
    if F::CONTRACT.is_fixed() { fixed(factor) } else { f32::quantise(factor).to_le_bytes() }
}

/// Returns a multiplier and two shifts: the first so that all octaves fit 16 bits, the second so
/// that the multiplier has as many bits as it can.
fn fixed(factor: f64) -> [u8; RESCALE] {
    let reach = f64::from(OCTAVES * u32::from(OCTAVE));
    let fits = |before: &u8| reach / factor / f64::from(*before).exp2() < 65_536.0;
    let before = (0..63).find(fits).unwrap_or(63);
    let multiplier = |after: u8| factor * f64::from(before + after).exp2();
    let after = (0..32).rev().find(|after| multiplier(*after) < 65_535.5).unwrap_or(0);
    let [low, high] = (round(multiplier(after)).clamp(0, 65_535) as u16).to_le_bytes();
    [low, high, before, after]
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernelet::number::Score;

    /// Each shift drops less than a unit; the multiplier has 16 bits, fewer where it is small.
    #[test]
    fn factors_are_kept_to_16_bits() {
        for exponent in -40..15 {
            let factor = 1.37 * f64::from(exponent).exp2();
            let words = fixed(factor);
            for octaves in [0.01, 0.5, 3.0, 15.0] {
                let distance = (octaves * f64::from(OCTAVE) / factor) as i64;
                let found = f64::from(distance.units_above(0, words));
                let exact = distance as f64 * factor;
                assert!((found - exact).abs() <= 2.0 + exact * 2f64.powi(-15), "{factor} {octaves}: {found}, {exact}");
            }
        }
        assert_eq!(fixed(0.0)[..2], [0, 0]);
        assert_eq!(7i32.units_above(-1_000_000, fixed(0.0)), 0);
        assert_eq!(1i32.units_above(0, fixed(1e12)), 65_535);
    }
}
