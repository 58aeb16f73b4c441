//! The readings of a device.

use crate::data::Inputs;
use crate::quantise::InputScaling;
use rayon::prelude::*;
use rayon::slice::Chunks;

/// Raw inputs as the device reads them, row by row; NaN for a missing reading.
#[derive(Clone, Debug)]
pub struct Raw {
    inputs: usize,
    values: Vec<f64>,
}

impl Raw {
    /// Converts physical inputs to the raw units of a format, in fixed point or in single
    /// precision.
    pub fn new(inputs: &Inputs, scalings: &[InputScaling], fixed: bool) -> Raw {
        let raw = if fixed { InputScaling::raw_fixed } else { InputScaling::raw_float };
        let row = |n| inputs.columns.iter().zip(scalings).map(move |(column, scaling)| raw(scaling, column[n]));
        Raw { inputs: scalings.len(), values: (0..inputs.rows()).flat_map(row).collect() }
    }

    /// The rows, in parallel.
    pub fn rows(&self) -> Chunks<'_, f64> {
        self.values.par_chunks(self.inputs)
    }
}
