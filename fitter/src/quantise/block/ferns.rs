//! Ferns: thresholds as the device compares them, leaves in units that are shifted into the scores.

use super::packed::PackedBlock;
use crate::fern::Fern;
use crate::quantise::bytes::bytes;
use kernelet::Format;
use kernelet::block::Kind;
use kernelet::block::fern::{SHIFT, index_size};
use kernelet::number::{Quantise, Word, round};

/// Returns the value of a unit of a score at which the largest leaf takes all its bits, for ferns
/// that are free to choose it.
pub fn leaf_unit<F: Format>(ferns: &[Fern]) -> f64 {
    let largest = largest_leaf(ferns);
    if F::CONTRACT.is_fixed() && largest > 0.0 { largest / F::Leaf::LIMIT } else { 1.0 }
}

impl PackedBlock {
    /// Packs ferns over so many inputs whose scores are in units of `scale`.
    pub fn ferns<F: Format>(ferns: &[Fern], scale: f64, inputs: usize) -> PackedBlock {
        let outputs = ferns.first().map_or(0, |fern| fern.leaves.nrows());
        let shift = shift::<F>(ferns, scale);
        let unit = scale * f64::from(1u32 << shift);
        let mut records = Vec::new();
        let mut largest = vec![0; if F::CONTRACT.is_fixed() { outputs } else { 0 }];
        for fern in ferns {
            records.extend(test_bytes::<F>(fern, inputs));
            let leaves: Vec<F::Leaf> = fern.leaves.iter().map(|leaf| F::Leaf::quantise(leaf / unit)).collect();
            records.extend(bytes(&leaves));
            for (output, largest) in largest.iter_mut().enumerate() {
                let leaves = leaves.iter().skip(output).step_by(outputs);
                *largest += leaves.map(|&leaf| i128::from(round(leaf.into().abs())) << shift).max().unwrap_or(0);
            }
        }
        let length = u16::try_from(records.len()).expect("ferns that have room");
        let bytes = [&[shift], &length.to_le_bytes()[..], &records].concat();
        PackedBlock { kind: Kind::Ferns, count: ferns.len(), bytes, largest }
    }
}

/// Returns the number of bits by which leaves are shifted into scores in units of `scale`.
fn shift<F: Format>(ferns: &[Fern], scale: f64) -> u8 {
    let needed = (largest_leaf(ferns) / scale / F::Leaf::LIMIT).log2().ceil();
    if F::CONTRACT.is_fixed() { needed.clamp(0.0, f64::from(SHIFT)) as u8 } else { 0 }
}

/// Returns the bytes of a fern's depth and tests.
fn test_bytes<F: Format>(fern: &Fern, inputs: usize) -> Vec<u8> {
    let mut bytes = vec![fern.tests.len() as u8];
    for test in &fern.tests {
        let index = (test.input as u16).to_le_bytes();
        bytes.extend(&index[..index_size(inputs)]);
        bytes.extend(F::Input::quantise(test.threshold).to_bytes().as_ref());
    }
    bytes
}

fn largest_leaf(ferns: &[Fern]) -> f64 {
    ferns.iter().map(|fern| fern.leaves.amax()).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fern::Test;
    use crate::quantise::samples;
    use kernelet::number::Score;
    use kernelet::{F32, Q3, Q7, Q7Wide, Q15, Stream};
    use nalgebra::DMatrix;

    /// Two ferns over two inputs and two scores; one leaf is so large that a shift must reach it.
    fn ferns() -> Vec<Fern> {
        let test = |input, threshold| Test { input, threshold };
        let leaves = DMatrix::from_row_slice(2, 4, &[0.5, -1.25, 3.0, 0.01, 0.0, 0.75, -100.0, 2.0]);
        vec![
            Fern { tests: vec![test(0, 10.0), test(1, -5.0)], leaves },
            Fern { tests: vec![test(1, 3.0)], leaves: DMatrix::from_row_slice(2, 2, &[1.0, -1.0, 7.0, -7.0]) },
        ]
    }

    /// Checks that the device adds the leaves of the ferns, to half a unit each, and no more than
    /// the block's largest sums.
    fn check_device<F: Format>(scale: f64) {
        let ferns = ferns();
        let block = PackedBlock::ferns::<F>(&ferns, scale, 2);
        let largest = block.largest.clone();
        let unit = scale * f64::from(1u32 << block.bytes[0]);
        let model = samples::model::<F>(2, (vec![0.0; 2], scale as f32), block);
        let stream = Stream::<F>::view(&model).expect("a model just packed");
        for row in [[10.0, -5.0], [11.0, -5.0], [10.0, -4.0], [11.0, 4.0], [-300.0, 300.0]] {
            let mut exact = DMatrix::zeros(2, 1);
            ferns.iter().for_each(|fern| fern.add(&DMatrix::from_column_slice(2, 1, &row), &mut exact));
            let mut scores = [F::Score::default(); 2];
            stream.scores(&mut row.map(F::Input::quantise), &mut scores).expect("made to measure");
            for (k, score) in scores.iter().enumerate() {
                let score = Score::to_f64(*score);
                let bound = if F::CONTRACT.is_fixed() { unit } else { 1e-4 };
                assert!((score * scale - exact[k]).abs() <= bound, "{score} {exact}");
                assert!(largest.is_empty() || score.abs() <= largest[k] as f64);
            }
        }
    }

    #[test]
    fn the_device_adds_the_leaves_of_the_ferns() {
        for scale in [1.0, 1e-6, 3.7e-3] {
            check_device::<Q7>(scale);
            check_device::<Q7Wide>(scale);
            check_device::<Q3>(scale);
            check_device::<Q15>(scale);
        }
        check_device::<F32>(1.0);
    }

    #[test]
    fn a_unit_of_their_own_needs_no_shift() {
        let ferns = ferns();
        let unit = leaf_unit::<Q7>(&ferns);
        assert_eq!((unit * 127.0, PackedBlock::ferns::<Q7>(&ferns, unit, 2).bytes[0]), (100.0, 0));
        assert_eq!(leaf_unit::<F32>(&ferns), 1.0);
    }

    #[test]
    fn the_largest_sum_is_that_of_the_largest_leaves() {
        let block = PackedBlock::ferns::<Q7>(&ferns(), 1.0, 2);
        assert_eq!((block.largest, block.count, block.bytes[0]), (vec![3 + 1, 100 + 7], 2, 0));
    }
}
