//! Any bytes behind a right checksum as a packed model: it is refused, or it predicts, with any
//! inputs, and its sections can be walked.
#![no_main]

use kernelet::number::Quantise;
use kernelet::wire::{self, Projection, Sections};
use kernelet::{Contract, Format, Stream, with_format};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((&[format, seed], rest)) = bytes.split_first_chunk::<2>() else { return };
    let mut model = [&[0; 8], rest].concat();
    if let (Some(number), Some(contract)) = (model.get_mut(8), Contract::from_number(format % 8)) {
        *number = contract as u8;
    }
    wire::seal(&mut model);
    walk(&model);
    if let Ok(contract) = wire::contract(&model) {
        with_format!(contract, F => predict::<F>(&model, seed));
    }
});

/// Reads every section.
fn walk(model: &[u8]) {
    let Ok(sections) = Sections::of(model) else { return };
    let bytes: usize = sections.blocks.iter().map(|block| match block.projection {
        Projection::Rows(fields) => fields.iter().map(|field| field.bytes.len()).sum(),
        Projection::Ferns(ferns) => ferns.iter().map(|fern| fern.leaves.len()).sum::<usize>(),
    }).sum();
    assert!(bytes <= model.len());
    std::hint::black_box((sections.needs(), sections.features(), sections.scratch()));
}

/// Calls everything that a host calls.
fn predict<F: Format>(model: &[u8], seed: u8) {
    let Ok(stream) = Stream::<F>::view(model) else { return };
    let real = |i: usize| match (usize::from(seed) + i) % 7 {
        0 => f64::NAN,
        1 => 1e30,
        2 => -1e30,
        other => (other as f64 - 3.0) * f64::from(seed),
    };
    let inputs: Vec<F::Input> = (0..stream.inputs()).map(|i| F::Input::quantise(real(i))).collect();
    let mut scores = vec![F::Score::default(); stream.outputs()];
    let mut scratch = vec![F::Lane::default(); stream.scratch()];
    stream.scores_with(&mut inputs.clone(), &mut scores, &mut scratch).expect("the lengths are the model's");
    stream.early_with(&mut inputs.clone(), &mut scores, &mut scratch).expect("the lengths are the model's");
    let mut probabilities = vec![0; stream.outputs()];
    stream.probabilities(&scores, &mut probabilities).expect("the lengths are the model's");
    stream.novelty(&scores).expect("the lengths are the model's");
    stream.features_with(&mut inputs.clone(), &mut scratch, |_| ()).expect("the lengths are the model's");
    std::hint::black_box((stream.sizes(), stream.kinds().count(), stream.parts().count()));
}
