//! Number formats that a feature map can be folded into.

use super::cosine_row::CosineRow;
use super::ramp::Ramp;
use kernelet::number::{Format, Quantise, ScalePhase};

/// A number format that a feature map can be folded into.
pub trait FoldFormat: Format {
    /// Rounds the row of a cosine with a phase in turns; returns its words, and the bytes of scale
    /// and phase.
    ///
    /// The phase is adjusted so that rounding the row changes nothing at the inputs' centres.
    fn fold_cosine(row: CosineRow<'_>, phase: f64) -> (Vec<Self::Weight>, Vec<u8>);

    /// Rounds the row of a feature without a cosine; returns its words, and the word that stands in
    /// the place of scale and phase.
    ///
    /// At the inputs' `centres`, dot product and offset add up to the ramp's phase alone.
    fn fold_ramp(ramp: &Ramp, centres: &[f64]) -> (Vec<Self::Weight>, Self::ScalePhase);

    /// Rounds the input weights and the row scales of generated rows such that
    /// `weight * scale = inputs * scales`, in turns per raw unit.
    fn fold_generated(inputs: &[f64], scales: &[f64]) -> (Vec<Self::Weight>, Vec<Self::Scale>);

    /// Returns the value of a generated row's scale, in turns.
    fn scale_value(scale: Self::Scale) -> f64;

    /// Returns scale and phase in fixed point; `None` in single precision.
    fn fixed_scale_phase(word: Self::ScalePhase) -> Option<ScalePhase>;

    /// Returns the step nearest to `step` of which the weights of a row can be whole multiples,
    /// both in radians per raw unit.
    fn nearest_step(step: f64) -> f64;

    /// Returns the number of steps of a weight to each side of zero, or `None` for single
    /// precision.
    fn levels() -> Option<f64> {
        Self::CONTRACT.is_fixed().then_some(Self::Weight::LIMIT)
    }
}
