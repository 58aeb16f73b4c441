//! Folding into single precision.

use super::cosine_row::CosineRow;
use super::fold_format::FoldFormat;
use super::ramp::Ramp;
use super::scale::within_half_a_turn;
use kernelet::F32;
use kernelet::number::{Cosine, Quantise, ScalePhase, Word};

impl<C: Cosine> FoldFormat for F32<C> {
    fn fold_cosine(row: CosineRow<'_>, phase: f64) -> (Vec<f32>, Vec<u8>) {
        let words: Vec<f32> = row.turns.iter().map(|&turns| f32::quantise(turns)).collect();
        let phase = within_half_a_turn(phase - row.phase_at_centres(&words, 1.0)) as f32;
        (words, phase.to_bytes().to_vec())
    }

    fn fold_ramp(ramp: &Ramp, centres: &[f64]) -> (Vec<f32>, f32) {
        let words: Vec<f32> = ramp.row.iter().map(|&real| f32::quantise(real)).collect();
        let centred: f64 = words.iter().zip(centres).map(|(&word, centre)| f64::from(word) * centre).sum();
        (words, (ramp.phase - centred) as f32)
    }

    fn fold_generated(inputs: &[f64], scales: &[f64]) -> (Vec<f32>, Vec<f32>) {
        [inputs, scales].map(|reals| reals.iter().map(|&real| f32::quantise(real)).collect()).into()
    }

    fn scale_value(scale: f32) -> f64 {
        scale.into()
    }

    fn fixed_scale_phase(_: f32) -> Option<ScalePhase> {
        None
    }

    /// Returns every step as it is: weights keep 24 bits.
    fn nearest_step(step: f64) -> f64 {
        step
    }
}
