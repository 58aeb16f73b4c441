//! Rows and targets in numbers, before any feature.

use super::patch::grid;
use super::plan::FitPlan;
use super::{budget, targets};
use crate::data::standardise::{self, Standard};
use crate::error::Result;
use crate::recipe::Base;
use nalgebra::DMatrix;

/// Standardised rows and their targets: all that the stages before the device look at.
pub(super) struct Prepared {
    /// The standardisation of each input.
    pub standards: Vec<Standard>,
    /// Standardised rows, `inputs x rows`.
    pub rows: DMatrix<f64>,
    /// Targets, `outputs x rows`.
    pub targets: DMatrix<f64>,
}

impl FitPlan<'_> {
    /// Returns whether the inputs are a grid of one unit, as the pixels of an image are.
    fn reads_an_image(&self) -> Result<bool> {
        let inputs = &self.train.inputs;
        let grid = grid(self.recipe, &inputs.names)?;
        Ok(grid.is_some_and(|grid| standardise::have_one_unit(inputs, grid.columns.into())))
    }

    /// Standardises the rows and turns the targets into numbers.
    pub(super) fn prepare(&self) -> Result<Prepared> {
        let standards = match (self.logarithms, self.blocks.base) {
            (true, _) => standardise::learn_logarithms(self.train),
            (false, Base::Constant) => standardise::learn_compared(&self.train.inputs),
            (false, _) if self.reads_an_image()? => standardise::learn_of_one_unit(&self.train.inputs),
            (false, _) => standardise::learn(&self.train.inputs),
        };
        budget::fits_a_header(standards.len())?;
        let rows = match self.number.contract().is_fixed() {
            true => standardise::apply(&standards, &self.train.inputs),
            // the device reads floats, and knows no more of the inputs
            false => standardise::apply(&standards, &self.train.inputs.in_single()),
        };
        let targets = targets::targets(self.train);
        targets::differ(&targets)?;
        Ok(Prepared { standards, rows, targets })
    }
}
