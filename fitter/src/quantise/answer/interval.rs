//! The intervals around values.

use kernelet::Format;
use kernelet::answer::interval::NUMBER;
use kernelet::number::{Quantise, Word};

/// The intervals around values, those of each target in units of its score.
#[derive(Clone, Debug, PartialEq)]
pub struct Interval(pub Vec<Ranges>);

/// The ranges of a score, and the half width of the interval in each.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranges {
    /// The scores between ranges, in rising order.
    pub thresholds: Vec<f64>,
    /// The half width in each range: one more than thresholds.
    pub halves: Vec<f64>,
}

impl Interval {
    /// A placeholder with as many bytes as what calibration will find.
    pub fn placeholder(outputs: usize, ranges: u8) -> Interval {
        let ranges = usize::from(ranges);
        Interval(vec![Ranges { thresholds: vec![0.0; ranges - 1], halves: vec![0.0; ranges] }; outputs])
    }

    /// Returns the bytes of the section in a model of format `F`.
    pub fn pack<F: Format>(&self) -> Vec<u8> {
        // a score above a threshold is above its integer part, and a width never becomes narrower
        let whole = |number: f64, round: fn(f64) -> f64| if F::CONTRACT.is_fixed() { round(number) } else { number };
        let ranges = self.0.first().map_or(1, |ranges| ranges.halves.len() as u8);
        let mut section = vec![NUMBER, ranges];
        for Ranges { thresholds, halves } in &self.0 {
            let thresholds = thresholds.iter().map(|threshold| whole(*threshold, f64::floor));
            let halves = halves.iter().map(|half| whole(*half, f64::ceil));
            let words = thresholds.chain(halves).map(F::Score::quantise);
            words.for_each(|word| section.extend(word.to_bytes().as_ref()));
        }
        section
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernelet::answer::interval;
    use kernelet::{F32, Q7, Q15};

    #[test]
    fn widths_are_rounded_outwards() {
        let ranges = Ranges { thresholds: vec![-2.5], halves: vec![1.25, 3.0] };
        let both = Interval(vec![ranges.clone(), ranges]);
        let section = both.pack::<Q7>();
        assert_eq!(section[..2], [NUMBER, 2]);
        assert_eq!(section[2..14], [-3i32, 2, 3].map(i32::to_le_bytes).concat());
        assert_eq!(both.pack::<F32>()[2..14], [-2.5f32, 1.25, 3.0].map(f32::to_le_bytes).concat());
        assert_eq!([section.len(), both.pack::<Q15>().len()], [4, 8].map(|score| interval::size(2, 2, score)));
        assert_eq!(Interval::placeholder(2, 2).pack::<Q7>().len(), section.len());
    }
}
