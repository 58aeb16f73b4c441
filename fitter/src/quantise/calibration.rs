//! How scores become probabilities, in the words that the device has for it.

use kernelet::Format;
use kernelet::answer::novelty;
use kernelet::answer::probability::{self, OCTAVE};
use kernelet::number::{Quantise, RESCALE, Word, round};
use std::f64::consts::LOG2_E;

/// How scores become probabilities: `softmax(slope score)`, of a single score beside a threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration {
    /// What the logarithm of a probability rises by, with each unit of a score.
    pub slope: f64,
    /// The single score at which both classes are as probable, in units of a score.
    pub threshold: f64,
}

/// What scores are near to where a row is known, in units of a score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClassTargets {
    /// The score of a row's own class; that of all others lies opposite.
    pub target: f64,
    /// The distance above which a row is novel, in squares of the target.
    pub limit: f64,
}

impl ClassTargets {
    /// The bytes of the section in a model of format `F`.
    pub fn pack<F: Format>(&self) -> Vec<u8> {
        let units = f64::from(novelty::UNIT) / self.target;
        let limit = (self.limit * f64::from(novelty::UNIT)).ceil() as u32;
        let mut section = vec![novelty::NUMBER];
        section.extend(if F::CONTRACT.is_fixed() { fixed(units) } else { float(units) });
        section.extend(limit.to_le_bytes());
        [self.target, -self.target]
            .map(F::Score::quantise)
            .iter()
            .for_each(|word| section.extend(word.to_bytes().as_ref()));
        section
    }
}

/// The octaves of which the device must know how many they are: probabilities are whole multiples of 2^-16.
const OCTAVES: u32 = 16;

impl Calibration {
    /// The bytes of the section in a model of format `F` with so many scores.
    pub fn pack<F: Format>(&self, outputs: usize) -> Vec<u8> {
        let mut section = vec![probability::NUMBER];
        section.extend(if F::CONTRACT.is_fixed() { fixed(self.slope * units()) } else { float(self.slope * units()) });
        if outputs == 1 {
            section.extend(F::Score::quantise(self.threshold).to_bytes().as_ref());
        }
        section
    }
}

/// Units of the device in a unit of a natural logarithm.
fn units() -> f64 {
    LOG2_E * f64::from(OCTAVE)
}

fn float(slope: f64) -> [u8; RESCALE] {
    f32::quantise(slope).to_le_bytes()
}

/// A multiplier and two shifts: before, so that so many octaves fit 16 bits; after, so that the multiplier has as many as it can.
fn fixed(slope: f64) -> [u8; RESCALE] {
    let reach = f64::from(OCTAVES * u32::from(OCTAVE));
    let fits = |before: &u8| reach / slope / f64::from(*before).exp2() < 65_536.0;
    let before = (0..63).find(fits).unwrap_or(63);
    let multiplier = |after: u8| slope * f64::from(before + after).exp2();
    let after = (0..32).rev().find(|after| multiplier(*after) < 65_535.5).unwrap_or(0);
    let [low, high] = (round(multiplier(after)).clamp(0, 65_535) as u16).to_le_bytes();
    [low, high, before, after]
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernelet::number::Score;

    /// The shift before drops less than a unit, and so does the one after; the multiplier has 16 bits, less where it is small.
    #[test]
    fn slopes_are_kept_to_16_bits() {
        for exponent in -40..15 {
            let slope = 1.37 * f64::from(exponent).exp2();
            let words = fixed(slope);
            for octaves in [0.01, 0.5, 3.0, 15.0] {
                let distance = (octaves * f64::from(OCTAVE) / slope) as i64;
                let found = f64::from(distance.units_above(0, words));
                let exact = distance as f64 * slope;
                assert!((found - exact).abs() <= 2.0 + exact * 2f64.powi(-15), "{slope} {octaves}: {found}, {exact}");
            }
        }
        assert_eq!(fixed(0.0)[..2], [0, 0]);
        assert_eq!(7i32.units_above(-1_000_000, fixed(0.0)), 0);
        assert_eq!(1i32.units_above(0, fixed(1e12)), 65_535);
    }

    #[test]
    fn corners_have_their_words() {
        let class_targets = ClassTargets { target: 258.0, limit: 1.5 };
        let section = class_targets.pack::<kernelet::Q7>();
        assert_eq!(section.len(), novelty::size::<kernelet::Q7>());
        assert_eq!(section[5..], [0, 12, 0, 0, 2, 1, 0, 0, 0xfe, 0xfe, 0xff, 0xff]);
        let slope = section[1..5].try_into().expect("four bytes");
        assert_eq!(258.units_above(0, slope), 2048);
        assert_eq!(class_targets.pack::<kernelet::F32>().len(), novelty::size::<kernelet::F32>());
    }

    #[test]
    fn a_section_has_its_size() {
        let calibration = Calibration { slope: 1e-6, threshold: -258.0 };
        let section = calibration.pack::<kernelet::Q7>(1);
        assert_eq!(section.len(), probability::size::<kernelet::Q7>(1));
        assert_eq!(section[5..], [0xfe, 0xfe, 0xff, 0xff]);
        assert_eq!(calibration.pack::<kernelet::Q15>(3).len(), probability::size::<kernelet::Q15>(3));
        let float = calibration.pack::<kernelet::F32>(2);
        assert_eq!(float[1..], ((1e-6 * 2048.0 / 2f64.ln()) as f32).to_le_bytes());
    }
}
