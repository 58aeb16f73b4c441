//! The row of one feature without a cosine, and its rounding to fixed point.

use kernelet::number::{Quantise, Rescale, round};

/// The largest sum of a row's weights, in magnitude, that keeps `dot + offset` within 32 bits for
/// centred dot products of any 16-bit inputs: `32767 * (32768 + 32767) < 2^31`.
const LARGEST_SUM: f64 = 32_767.0;
/// The largest distance of a 16-bit input from its centre.
const REACH: f64 = 65_535.0;

/// The row of one feature without a cosine, before it is rounded to words; all in full scales.
#[derive(Clone, Debug)]
pub struct Ramp {
    /// The weight of each input, per raw unit.
    pub row: Vec<f64>,
    /// The term that is added to the dot product.
    pub phase: f64,
    /// The unit of which all weights are whole multiples, where they were chosen so.
    pub step: Option<f64>,
}

impl Ramp {
    /// Rounds the row such that the dot product cannot overflow; returns its words, and the words
    /// that turn its dot product into a feature.
    pub fn to_words<W: Quantise + Into<f64>>(&self, centres: &[f64]) -> (Vec<W>, Rescale) {
        let Ramp { row, phase, step } = self;
        let (largest, sum) = row.iter().fold((0.0f64, 0.0), |(most, sum), w| (most.max(w.abs()), sum + w.abs()));
        let finest = if largest > 0.0 { W::LIMIT / largest } else { REACH };
        let own = step.map_or(finest, f64::recip);
        // rounding may add half a unit to each
        let unit = own.min((LARGEST_SUM - row.len() as f64 / 2.0).max(1.0) / (sum + phase.abs() / REACH));
        let words: Vec<W> = row.iter().map(|w| W::quantise(w * unit)).collect();
        let centred: f64 = words.iter().zip(centres).map(|(&word, centre)| word.into() * centre).sum();
        let offset = phase * unit - centred;
        assert!(fits(&words, offset), "the unit was chosen so");
        (words, Rescale { offset: round(offset) as i32, ..slope(unit) })
    }
}

/// Returns whether `dot + offset` and every partial sum stay within 32 bits, whatever the inputs.
fn fits<W: Quantise + Into<f64>>(row: &[W], offset: f64) -> bool {
    let sum: i64 = row.iter().map(|&word| round(word.into().abs())).sum();
    sum.saturating_mul(32_768).saturating_add(round(offset.abs())) <= i64::from(i32::MAX)
}

/// Returns the words that bring a dot product of `full` to one in `q15`, with as many bits as they
/// hold.
fn slope(full: f64) -> Rescale {
    let before = (full / 65_536.0).log2().ceil().clamp(0.0, 15.0);
    let factor = 32_767.0 / (full / before.exp2());
    let after = (32_767.0 / factor).log2().floor().clamp(0.0, 31.0);
    let multiplier = round(factor * after.exp2()).clamp(0, 32_767);
    Rescale { multiplier: multiplier as u16, before: before as u8, after: after as u8, offset: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};
    use kernelet::number::{Activation, rectified};

    /// The worst case of 16-bit inputs, against the exact dot product.
    #[test]
    fn dot_products_cannot_overflow() {
        for (inputs, spread) in [(1, 1.0), (5, 1.0), (40, 1e-3), (700, 1.0), (3_000, 1e3)] {
            let row: Vec<f64> = MonteCarlo.normals(inputs, 1, 7).iter().map(|w| w * spread).collect();
            for centre in [-32_767.0, 0.0, 32_767.0] {
                let ramp = Ramp { row: row.clone(), phase: 0.0, step: None };
                let (words, slope) = ramp.to_words::<i16>(&vec![centre; inputs]);
                for x in [i16::MIN, i16::MAX] {
                    let against: i64 = words.iter().map(|&w| i64::from(w).abs() * i64::from(x).abs()).sum();
                    assert!(against + i64::from(slope.offset).abs() <= i64::from(i32::MAX), "{inputs} {centre}");
                }
            }
        }
        assert!(fits(&[i16::MAX, 1], 32_768.0 * 32_767.0));
        assert!(!fits(&[i16::MAX, 1, 1], 32_768.0 * 32_767.0));
    }

    /// A dot product of `full` becomes 32767, up to the rounding of shifts and factor.
    #[test]
    fn slopes_reach_one_at_their_full_scale() {
        for full in [0.4, 3.0, 900.0, 65_536.0, 65_537.0, 1e6, 2e9] {
            let slope = slope(full);
            let one = rectified::fixed(Activation::Relu, full as i32, slope);
            let lost = 32_767.0 * (1.0 - full.floor() / full) + 2.0;
            assert!((32_767.0 - f64::from(one)).abs() <= lost || full < 1.0, "{full} {one} {slope:?}");
        }
    }

    #[test]
    fn a_row_of_zeros_is_zero() {
        let (words, slope) = Ramp { row: vec![0.0; 3], phase: 0.0, step: None }.to_words::<i8>(&[5.0; 3]);
        assert_eq!((words, rectified::fixed(Activation::Relu, 0, slope)), (vec![0; 3], 0));
    }
}
