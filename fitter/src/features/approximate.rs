//! The relative error of an approximate kernel matrix.

use crate::data::shuffled;
use crate::error::{Error, Result};
use crate::features::kernel::{Scaled, exact, kernel, nystroem};
use crate::features::map::FeatureMap;
use crate::features::refine::{self, SpectrumTask};
use crate::linalg::product;
use crate::recipe::{Approximation, KernelName, Method, Variant, Variants};
use nalgebra::DMatrix;

/// A measurement of a kernel's approximation.
#[derive(Clone, Debug)]
pub struct KernelTrial {
    /// The method.
    pub approximation: Approximation,
    /// Its variants.
    pub variants: Variants,
    /// The kernel.
    pub kernel: KernelName,
    /// Its bandwidth on standardised inputs.
    pub bandwidth: f64,
    /// The number of spectral samples `r`, that is of `2r` paired features; Nyström's method takes
    /// `2r` landmarks.
    pub features: usize,
    /// The largest number of rows on which the error is measured.
    pub rows: usize,
}

impl KernelTrial {
    /// Returns the errors of repeats with seeds from `seed` on, each on rows of its own choice.
    ///
    /// # Errors
    /// [`Error::Usage`] where draw and kernel do not go together, a variant says nothing to the
    /// method, no row is left beside the landmarks, or the kernel is no number at the bandwidth.
    pub fn errors(&self, inputs: &DMatrix<f64>, repeats: u64, seed: u64) -> Result<Vec<f64>> {
        if let Some(variant) = self.stray() {
            return Err(Error::Usage(format!("{} has no variant {variant} of its kernel", self.approximation)));
        }
        let seeds = (0..repeats).map(|repeat| seed.wrapping_add(repeat));
        seeds.map(|seed| self.error(inputs, seed)).collect()
    }

    /// Returns `|K~ - K|_F / |K|_F` on rows other than the landmarks, of standardised
    /// `inputs x rows`.
    fn error(&self, inputs: &DMatrix<f64>, seed: u64) -> Result<f64> {
        let order = shuffled(inputs.ncols(), seed);
        let (seen, measured) = order.split_at(self.seen(order.len())?);
        let rows = inputs.select_columns(&measured[..measured.len().min(self.rows)]);
        let (kernel, scaled) = (kernel(self.kernel), Scaled { name: self.kernel, bandwidth: self.bandwidth });
        let exact = exact(&*kernel, self.bandwidth, &rows, &rows);
        let approximate = match self.approximation {
            Approximation::Draw(draw) => {
                let map = FeatureMap::of(draw, scaled, [inputs.nrows(), self.features], seed)?;
                product::gram(&map.paired(&rows).transpose())
            }
            Approximation::Learned(method) => {
                let spectrum = refine::learn(
                    method,
                    SpectrumTask { scaled, samples: self.features, seed },
                    &inputs.select_columns(seen),
                    &self.variants,
                )?;
                product::gram(&spectrum.paired(&rows).transpose())
            }
            Approximation::Nystroem => nystroem::matrix(kernel, self.bandwidth, &rows, inputs.select_columns(seen)),
        };
        let (error, bandwidth) = ((approximate - &exact).norm() / exact.norm(), self.bandwidth);
        match error.is_finite() {
            true => Ok(error),
            false => Err(Error::Usage(format!("--bandwidth {bandwidth:e}: the kernel is no number at this bandwidth"))),
        }
    }

    /// Returns the first variant that says nothing to the method: those of draws are of the models
    /// fitted to them.
    fn stray(&self) -> Option<Variant> {
        let learned = match self.approximation {
            Approximation::Learned(method) => Some(Method::Kernel(method)),
            Approximation::Draw(_) | Approximation::Nystroem => None,
        };
        learned.map_or_else(|| self.variants.first(), |method| self.variants.stray(method))
    }

    /// Returns the number of rows that the method sees; the error is measured on others.
    fn seen(&self, rows: usize) -> Result<usize> {
        let (seen, least) = match self.approximation {
            Approximation::Draw(_) => (0, 0),
            Approximation::Learned(_) => (rows.saturating_sub(self.rows), 2),
            Approximation::Nystroem => (2 * self.features, 1),
        };
        if seen < least {
            return Err(Error::Usage(format!(
                "measuring on {} of {rows} rows leaves none to learn from",
                self.rows.min(rows)
            )));
        }
        if seen >= rows {
            return Err(Error::Usage(format!("{seen} landmarks leave none of the {rows} rows to measure on")));
        }
        Ok(seen)
    }
}
