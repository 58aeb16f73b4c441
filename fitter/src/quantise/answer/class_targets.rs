//! The targets of classes, which the novelty of a row is measured from.

use super::rescale::rescale;
use kernelet::Format;
use kernelet::answer::novelty;
use kernelet::number::{Quantise, Word};

/// The targets of classes and the novelty limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClassTargets {
    /// The score of a row's own class, in units of a score; that of all others is its negative.
    pub target: f64,
    /// The distance above which a row is novel, in squares of the target.
    pub limit: f64,
}

impl ClassTargets {
    /// Returns the bytes of the section in a model of format `F`.
    pub fn pack<F: Format>(&self) -> Vec<u8> {
        let units = f64::from(novelty::UNIT) / self.target;
        let limit = (self.limit * f64::from(novelty::UNIT)).ceil() as u32;
        let mut section = vec![novelty::NUMBER];
        section.extend(rescale::<F>(units));
        section.extend(limit.to_le_bytes());
        let targets = [self.target, -self.target].map(F::Score::quantise);
        targets.iter().for_each(|word| section.extend(word.to_bytes().as_ref()));
        section
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernelet::number::Score;
    use kernelet::{F32, Q7};

    #[test]
    fn class_targets_have_their_words() {
        let class_targets = ClassTargets { target: 258.0, limit: 1.5 };
        let section = class_targets.pack::<Q7>();
        assert_eq!(section.len(), novelty::size::<Q7>());
        assert_eq!(section[5..], [0, 12, 0, 0, 2, 1, 0, 0, 0xfe, 0xfe, 0xff, 0xff]);
        let factor = section[1..5].try_into().expect("four bytes");
        assert_eq!(258.units_above(0, factor), 2048);
        assert_eq!(class_targets.pack::<F32>().len(), novelty::size::<F32>());
    }
}
