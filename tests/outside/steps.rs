//! A prediction in steps gives the bits of a prediction at once.

use crate::common::sample::{self, KINDS, Sample, Shape};
use kernelet::block::Kind;
use kernelet::number::Word;
use kernelet::{F32, Model, Q3, Q7, Q7Wide, Q15};

const SHAPE: Shape = Shape { inputs: 7, outputs: 3, features: 11, guarded: true };

/// Steps of every size, in models of every kind of block and of none; `0` counts as one.
fn same_bits<F: Sample>() {
    for kinds in [&KINDS[..], &[], &[Kind::Cosine], &[Kind::Relu, Kind::Sorf], &[Kind::Fastfood, Kind::Cosine]] {
        let packed = sample::mixed::<F>(SHAPE, kinds, 9);
        let model = Model::<F, 7, 3, 8>::view(&packed).expect("a model");
        for record in sample::golden::<F>(&packed, 20).chunks(7 * F::Input::SIZE + 3 * F::Score::SIZE) {
            let (inputs, scores) = record.split_at(7 * F::Input::SIZE);
            let mut words = F::Input::words(inputs);
            let inputs = std::array::from_fn(|_| words.next().expect("a reading"));
            for features in 0..80 {
                let mut prediction = model.stepwise(inputs);
                let mut steps = 1;
                let found = loop {
                    if let Some(found) = prediction.step(features) {
                        break found;
                    }
                    steps += 1;
                };
                let found: Vec<u8> = found.iter().flat_map(|score| score.to_bytes().as_ref().to_vec()).collect();
                assert_eq!(found, scores, "{kinds:?} in steps of {features}");
                assert!(prediction.is_complete() && prediction.step(1).is_some());
                let dense =
                    kinds.iter().filter(|kind| kind.is_stored() && **kind != Kind::Ferns).count() * SHAPE.features;
                assert!(steps >= dense / features.max(1), "{steps} steps of {features}");
            }
        }
    }
}

#[test]
fn steps_give_the_bits_of_a_prediction_at_once() {
    same_bits::<F32>();
    same_bits::<Q15>();
    same_bits::<Q7>();
    same_bits::<Q7Wide>();
    same_bits::<Q3>();
}
