//! Ferns in words: thresholds as the device compares them, leaves in units that the scores can be shifted from.

use crate::fern::Fern;
use crate::pack::klt::PackedBlock;
use kernelet::Format;
use kernelet::block::Kind;
use kernelet::block::fern::{SHIFT, index_size};
use kernelet::number::{Quantise, Word, round};

/// What one unit of a score may be worth where nothing else asks for a worth: the largest leaf then takes all its bits.
pub fn unit<F: Format>(ferns: &[Fern]) -> f64 {
    let largest = largest(ferns);
    if F::CONTRACT.is_fixed() && largest > 0.0 { largest / F::Leaf::LIMIT } else { 1.0 }
}

/// The block of ferns whose scores have units of `scale`.
pub fn ferns<F: Format>(ferns: &[Fern], scale: f64, inputs: usize) -> PackedBlock {
    let outputs = ferns.first().map_or(0, |fern| fern.leaves.nrows());
    let needed = (largest(ferns) / scale / F::Leaf::LIMIT).log2().ceil();
    let shift = if F::CONTRACT.is_fixed() { needed.clamp(0.0, f64::from(SHIFT)) as u8 } else { 0 };
    let unit = scale * f64::from(1u32 << shift);
    let mut records = Vec::new();
    let mut most = vec![0; if F::CONTRACT.is_fixed() { outputs } else { 0 }];
    for fern in ferns {
        records.push(fern.tests.len() as u8);
        for test in &fern.tests {
            let index = (test.input as u16).to_le_bytes();
            records.extend(&index[..index_size(inputs)]);
            records.extend(F::Input::quantise(test.threshold).to_bytes().as_ref());
        }
        let words: Vec<F::Leaf> = fern.leaves.iter().map(|leaf| F::Leaf::quantise(leaf / unit)).collect();
        words.iter().for_each(|word| records.extend(word.to_bytes().as_ref()));
        for (output, most) in most.iter_mut().enumerate() {
            let words = words.iter().skip(output).step_by(outputs);
            *most += words.map(|&word| i128::from(round(word.into().abs())) << shift).max().unwrap_or(0);
        }
    }
    let bytes = [&[shift], &(records.len() as u16).to_le_bytes()[..], &records].concat();
    PackedBlock { kind: Kind::Ferns, count: ferns.len(), bytes, most }
}

fn largest(ferns: &[Fern]) -> f64 {
    ferns.iter().map(|fern| fern.leaves.amax()).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fern::Test;
    use crate::pack::klt;
    use crate::pack::klt::Parts;
    use crate::quantise::Checkpoints;
    use kernelet::{F32, Q3, Q7, Q7Wide, Q15, Stream, Task};
    use nalgebra::DMatrix;

    /// Two ferns over two inputs and two scores; a leaf is as large as the shift must reach.
    fn grown() -> Vec<Fern> {
        let test = |input, threshold| Test { input, threshold };
        let leaves = DMatrix::from_row_slice(2, 4, &[0.5, -1.25, 3.0, 0.01, 0.0, 0.75, -100.0, 2.0]);
        vec![
            Fern { tests: vec![test(0, 10.0), test(1, -5.0)], leaves },
            Fern { tests: vec![test(1, 3.0)], leaves: DMatrix::from_row_slice(2, 2, &[1.0, -1.0, 7.0, -7.0]) },
        ]
    }

    /// What the device adds is what the ferns hold, to half a unit a leaf; and no more than was announced.
    fn device<F: Format>(scale: f64) {
        let ferns = grown();
        let block = super::ferns::<F>(&ferns, scale, 2);
        let most = block.most.clone();
        let unit = scale * f64::from(1u32 << block.bytes[0]);
        let parts = Parts {
            task: Task::Regression,
            scalings: vec![crate::quantise::fold::tests::scalings(1).remove(0); 2],
            bias: vec![0.0; 2],
            scale: scale as f32,
            calibration: None,
            class_targets: None,
            checkpoints: Checkpoints::default(),
            blocks: vec![block],
        };
        let model = klt::pack::<F>(&parts);
        let stream = Stream::<F>::view(&model).expect("a model just packed");
        for row in [[10.0, -5.0], [11.0, -5.0], [10.0, -4.0], [11.0, 4.0], [-300.0, 300.0]] {
            let mut exact = DMatrix::zeros(2, 1);
            ferns.iter().for_each(|fern| fern.add(&DMatrix::from_column_slice(2, 1, &row), &mut exact));
            let mut scores = [F::Score::default(); 2];
            stream.scores(&mut row.map(F::Input::quantise), &mut scores).expect("made to measure");
            for (k, score) in scores.iter().enumerate() {
                let score = kernelet::number::Score::to_f64(*score);
                let bound = if F::CONTRACT.is_fixed() { unit } else { 1e-4 };
                assert!((score * scale - exact[k]).abs() <= bound, "{score} {exact}");
                assert!(most.is_empty() || score.abs() <= most[k] as f64);
            }
        }
    }

    #[test]
    fn the_device_adds_what_the_ferns_hold() {
        for scale in [1.0, 1e-6, 3.7e-3] {
            device::<Q7>(scale);
            device::<Q7Wide>(scale);
            device::<Q3>(scale);
            device::<Q15>(scale);
        }
        device::<F32>(1.0);
    }

    #[test]
    fn a_unit_of_their_own_needs_no_shift() {
        let ferns = grown();
        let unit = unit::<Q7>(&ferns);
        assert_eq!((unit * 127.0, super::ferns::<Q7>(&ferns, unit, 2).bytes[0]), (100.0, 0));
        assert_eq!(super::unit::<F32>(&ferns), 1.0);
    }

    #[test]
    fn most_is_the_sum_of_the_largest_leaves() {
        let block = super::ferns::<Q7>(&grown(), 1.0, 2);
        assert_eq!((block.most, block.count, block.bytes[0]), (vec![3 + 1, 100 + 7], 2, 0));
    }
}
