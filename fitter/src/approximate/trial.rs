//! The relative error of an approximate kernel matrix, over repeats.

use super::{Approximation, nystroem};
use crate::data::shuffled;
use crate::error::{Error, Result};
use crate::feature_map::FeatureMap;
use crate::kernel::{Kernel, Scaled};
use crate::product;
use crate::recipe::KernelName;
use crate::report::Repeats;
use nalgebra::{DMatrix, DVector};
use rayon::prelude::*;

/// What is approximated, how, and on how many rows the error is measured.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// The method.
    pub approximation: Approximation,
    /// The kernel.
    pub kernel: KernelName,
    /// Its bandwidth on standardised inputs.
    pub bandwidth: f64,
    /// Spectral samples `r`, that is `2r` paired features; Nystrom's takes `2r` landmarks.
    pub features: usize,
    /// Rows that the error is measured on, at most.
    pub rows: usize,
}

impl Trial {
    /// Errors of repeats with seeds from `seed` on, each on rows of its own choice.
    ///
    /// # Errors
    /// [`Error::Usage`] where draw and kernel do not go together or no row is left beside the landmarks.
    pub fn errors(&self, inputs: &DMatrix<f64>, repeats: u64, seed: u64) -> Result<Repeats> {
        let seeds = (0..repeats).map(|repeat| seed.wrapping_add(repeat));
        seeds.map(|seed| self.error(inputs, seed)).collect::<Result<_>>().map(Repeats::of)
    }

    /// `|K~ - K|_F / |K|_F` on rows that are no landmarks, of standardised `inputs x rows`.
    fn error(&self, inputs: &DMatrix<f64>, seed: u64) -> Result<f64> {
        let order = shuffled(inputs.ncols(), seed);
        let (seen, measured) = order.split_at(self.seen(order.len())?);
        let rows = inputs.select_columns(&measured[..measured.len().min(self.rows)]);
        let (kernel, scaled) = (self.kernel.kernel(), Scaled { name: self.kernel, bandwidth: self.bandwidth });
        let exact = exact(&*kernel, self.bandwidth, &rows, &rows);
        let approximate = match self.approximation {
            Approximation::Draw(draw) => {
                let map = FeatureMap::of(draw, scaled, [inputs.nrows(), self.features], seed)?;
                product::gram(&map.paired(&rows).transpose())
            }
            Approximation::Learned(method) => {
                let spectrum = method.learn(scaled, &inputs.select_columns(seen), self.features, seed)?;
                product::gram(&spectrum.paired(&rows).transpose())
            }
            Approximation::Nystroem => nystroem::matrix(&*kernel, self.bandwidth, &rows, &inputs.select_columns(seen)),
        };
        Ok((approximate - &exact).norm() / exact.norm())
    }

    /// How many of the rows the method sees; the error is measured on others.
    fn seen(&self, rows: usize) -> Result<usize> {
        let (seen, least) = match self.approximation {
            Approximation::Draw(_) => (0, 0),
            Approximation::Learned(_) => (rows.saturating_sub(self.rows), 2),
            Approximation::Nystroem => (2 * self.features, 1),
        };
        if seen < least {
            return Err(Error::Usage(format!("measuring on {} of {rows} rows leaves none to learn from", self.rows)));
        }
        if seen >= rows {
            return Err(Error::Usage(format!("{seen} landmarks leave none of the {rows} rows to measure on")));
        }
        Ok(seen)
    }
}

/// The exact kernel between two sets of columns, `a.ncols() x b.ncols()`.
pub fn exact(kernel: &dyn Kernel, bandwidth: f64, a: &DMatrix<f64>, b: &DMatrix<f64>) -> DMatrix<f64> {
    let columns: Vec<DVector<f64>> = (0..b.ncols())
        .into_par_iter()
        .map(|j| DVector::from_iterator(a.ncols(), a.column_iter().map(|x| kernel.value(x, b.column(j), bandwidth))))
        .collect();
    DMatrix::from_columns(&columns)
}
