//! The calibration of scores to probabilities.

use super::rescale::rescale;
use kernelet::Format;
use kernelet::answer::probability::{self, OCTAVE};
use kernelet::number::{Quantise, Word};
use std::f64::consts::LOG2_E;

/// The calibration of scores to probabilities: `softmax(slope * scores)`; of a single score, the
/// logistic curve around a threshold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration {
    /// The rise of a log probability per unit of a score.
    pub slope: f64,
    /// The single score at which both classes are equally probable, in units of a score.
    pub threshold: f64,
}

impl Calibration {
    /// Returns the bytes of the section in a model of format `F` with so many scores.
    pub fn pack<F: Format>(&self, outputs: usize) -> Vec<u8> {
        let mut section = vec![probability::NUMBER];
        section.extend(rescale::<F>(self.slope * units()));
        if outputs == 1 {
            section.extend(F::Score::quantise(self.threshold).to_bytes().as_ref());
        }
        section
    }
}

/// Returns the device's units in a unit of a natural logarithm.
fn units() -> f64 {
    LOG2_E * f64::from(OCTAVE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernelet::{F32, Q7, Q15};

    #[test]
    fn a_section_has_its_size() {
        let calibration = Calibration { slope: 1e-6, threshold: -258.0 };
        let section = calibration.pack::<Q7>(1);
        assert_eq!(section.len(), probability::size::<Q7>(1));
        assert_eq!(section[5..], [0xfe, 0xfe, 0xff, 0xff]);
        assert_eq!(calibration.pack::<Q15>(3).len(), probability::size::<Q15>(3));
        let float = calibration.pack::<F32>(2);
        assert_eq!(float[1..], ((1e-6 * 2048.0 / 2f64.ln()) as f32).to_le_bytes());
    }
}
