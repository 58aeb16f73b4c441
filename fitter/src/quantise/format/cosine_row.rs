//! The row of one cosine feature, before it is rounded.

use crate::quantise::input::InputScaling;

/// The row of one cosine feature, before it is rounded to words.
#[derive(Clone, Debug)]
pub struct CosineRow<'a> {
    /// The weight of each input, in turns per raw unit.
    pub turns: Vec<f64>,
    /// The scaling of each input.
    pub scalings: &'a [InputScaling],
    /// The unit of which all weights are whole multiples, where they were chosen so.
    pub step: Option<f64>,
}

impl CosineRow<'_> {
    /// Returns the phase, in turns, that words of this unit add at the inputs' centres.
    pub fn phase_at_centres<W: Into<f64> + Copy>(&self, words: &[W], unit: f64) -> f64 {
        words.iter().zip(self.scalings).map(|(&word, scaling)| word.into() * unit * scaling.centre).sum()
    }

    /// Returns the mean square error of the phase, in square turns, that words of this unit make
    /// for independent inputs.
    pub fn phase_error<W: Into<f64> + Copy>(&self, words: &[W], unit: f64) -> f64 {
        let errors = words.iter().zip(&self.turns).map(|(&word, turns)| word.into() * unit - turns);
        errors.zip(self.scalings).map(|(error, scaling)| (error * scaling.deviation).powi(2)).sum()
    }
}
