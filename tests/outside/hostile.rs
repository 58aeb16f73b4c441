//! Damaged models: always a typed error, and where the checksum is off by choice, still no panic.

use crate::common::golden::read;
use crate::common::sample::{self, Shape};
use kernelet::block::Kind;
use kernelet::number::Input;
use kernelet::wire::{self, Sections};
use kernelet::{F32, Format, Q3, Q7, Q7Wide, Q15, Stream, ViewError};

/// Runs whatever was viewed; out of bounds would panic here.
fn exercise<F: Format>(stream: &Stream<'_, F>) {
    let mut inputs = vec![F::Input::MISSING; stream.inputs()];
    let mut scores = vec![F::Score::default(); stream.outputs()];
    let mut scratch = vec![F::Lane::default(); stream.scratch()];
    stream.scores_with(&mut inputs, &mut scores, &mut scratch).expect("buffers made to measure");
    kernelet::answer::decide::class(&scores);
    stream.early_with(&mut inputs, &mut scores, &mut scratch).expect("buffers made to measure");
    stream.features_with(&mut inputs, &mut scratch, |_| ()).expect("buffers made to measure");
}

/// The sections that tools see are those that a device reads, and both refuse the same bytes.
fn both_read_alike<F: Format>(model: &[u8]) {
    let (sections, stream) = (Sections::of(model), Stream::<F>::view_without_checksum(model));
    if wire::contract(model).is_ok_and(|found| found != F::CONTRACT) {
        return;
    }
    assert_eq!(sections.is_ok(), stream.is_ok(), "{:?} {:?}", sections.err(), stream.err());
    let (Ok(sections), Ok(stream)) = (sections, stream) else { return };
    assert_eq!((sections.header, sections.scratch()), (*stream.header(), stream.scratch()));
    assert_eq!((sections.features(), sections.ferns()), (stream.sizes().features, stream.sizes().ferns));
    assert_eq!(sections.logarithms.inputs().count(), stream.logarithms());
    assert!(sections.blocks.iter().map(|block| block.kind).eq(stream.kinds()));
    let optional = [sections.calibration.is_some(), sections.targets.is_some()];
    assert_eq!(optional, [stream.has_probabilities(), stream.has_novelty()]);
    assert_eq!(sections.checkpoints.len() / sections.layout.score, stream.checkpoints());
}

fn every_length<F: Format>(model: &[u8]) {
    for length in 0..model.len() {
        let cut = &model[..length];
        assert!(Stream::<F>::view(cut).is_err(), "cut to {length} bytes");
        both_read_alike::<F>(cut);
        // without the checksum a cut between two blocks is a model, and one of no block too
        if let Ok(stream) = Stream::<F>::view_without_checksum(cut) {
            exercise(&stream);
        }
    }
}

fn every_bit<F: Format>(model: &[u8]) {
    let mut model = model.to_vec();
    for bit in 0..8 * model.len() {
        model[bit / 8] ^= 1 << (bit % 8);
        assert!(Stream::<F>::view(&model).is_err(), "bit {bit} flipped");
        both_read_alike::<F>(&model);
        if let Ok(stream) = Stream::<F>::view_without_checksum(&model) {
            exercise(&stream);
        }
        model[bit / 8] ^= 1 << (bit % 8);
    }
}

/// The same answers from every offset to the alignment of a word.
fn every_alignment<F: Format>(model: &[u8]) {
    let answer = |model: &[u8]| {
        let stream = Stream::<F>::view(model).expect("a model");
        let mut scores = vec![F::Score::default(); stream.outputs()];
        let (mut inputs, mut scratch) =
            (vec![F::Input::default(); stream.inputs()], vec![F::Lane::default(); stream.scratch()]);
        stream.scores_with(&mut inputs, &mut scores, &mut scratch).expect("made to measure");
        scores
    };
    for offset in 0..8 {
        let shifted = [vec![0; offset], model.to_vec()].concat();
        assert_eq!(answer(&shifted[offset..]), answer(model));
    }
}

fn hostile<F: Format>(model: &[u8]) {
    assert!(Stream::<F>::view(model).is_ok());
    every_length::<F>(model);
    every_bit::<F>(model);
    every_alignment::<F>(model);
}

#[test]
fn damaged_models_are_refused_or_harmless() {
    hostile::<F32>(&read("f32.klt"));
    hostile::<Q15>(&read("q15.klt"));
    hostile::<Q7>(&read("q7.klt"));
    hostile::<Q7Wide>(&read("q7-wide.klt"));
    hostile::<Q3>(&read("q3.klt"));
    hostile::<F32>(&read("f32-early.klt"));
    hostile::<Q7>(&read("q7-early.klt"));
}

/// One block of every kind in one model.
#[test]
fn damaged_blocks_of_every_kind_are_refused_or_harmless() {
    const SMALL: Shape = Shape { inputs: 5, outputs: 2, features: 11, guarded: true };
    let kinds = sample::KINDS;
    hostile::<F32>(&sample::mixed::<F32>(SMALL, &kinds, 1));
    hostile::<Q15>(&sample::mixed::<Q15>(SMALL, &kinds, 2));
    hostile::<Q7>(&sample::mixed::<Q7>(SMALL, &kinds, 3));
    hostile::<Q7Wide>(&sample::mixed::<Q7Wide>(SMALL, &kinds, 4));
    hostile::<Q3>(&sample::mixed::<Q3>(SMALL, &kinds, 5));
    hostile::<F32>(&sample::bent::<F32>(SMALL, &[Kind::Linear], 6));
    hostile::<Q7>(&sample::bent::<Q7>(SMALL, &[Kind::Linear], 7));
}

#[test]
fn each_damage_has_its_own_error() {
    let model = read("q7.klt");
    let view = |alter: &dyn Fn(&mut Vec<u8>)| {
        let mut altered = model.clone();
        alter(&mut altered);
        Stream::<Q7>::view_without_checksum(&altered).map(drop)
    };
    assert_eq!(view(&|model| model[0] = b'k'), Err(ViewError::Magic));
    assert_eq!(view(&|model| model.truncate(3)), Err(ViewError::Magic));
    assert_eq!(view(&|model| model[3] = 2), Err(ViewError::Version(2)));
    assert_eq!(view(&|model| model.truncate(7)), Err(ViewError::Header));
    assert_eq!(view(&|model| model[9] = 9), Err(ViewError::Header)); // no such task
    assert_eq!(view(&|model| model[10] = 0), Err(ViewError::Header)); // no inputs
    assert_eq!(view(&|model| model[8] = 4), Err(ViewError::Contract(4)));
    assert_eq!(view(&|model| model[17] = 200), Err(ViewError::Guard));
    assert_eq!(view(&|model| model.push(0)), Err(ViewError::Length));
    assert_eq!(view(&|model| model.extend([77, 0, 0])), Err(ViewError::Block(77)));
    let staged = read("q7-early.klt");
    let whole = Stream::<Q7>::view(&staged).expect("a model");
    assert_eq!((whole.checkpoints(), whole.kinds().count()), (3, 4));
    // one checkpoint behind the last block
    let section = staged.windows(2).position(|bytes| bytes == [13, 3]).expect("checkpoints");
    let mut more = staged.clone();
    more[section + 1] = 4;
    more.splice(section + 14..section + 14, [0; 4]);
    assert_eq!(Stream::<Q7>::view_without_checksum(&more).map(drop), Err(ViewError::Checkpoint));
    let mut altered = model.clone();
    altered[100] ^= 1;
    assert_eq!(Stream::<Q7>::view(&altered).map(drop), Err(ViewError::Checksum));
}
