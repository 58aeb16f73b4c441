//! What kernel learning moves, and what it aims at.

use super::ekal::by_tiles;
use super::stein;
use super::trigonometry::Wave;
use crate::error::{Error, Result};
use crate::features::draw::{Orf, Sampler};
use crate::features::kernel::Map;
use crate::features::kernel::Scaled;
use crate::features::kernel::exact;
use crate::features::kernel::kernel;
use crate::features::map::FeatureMap;
use nalgebra::{DMatrix, DVector, convert, try_convert};

/// Spectral samples and their weights: `k(x, y) ~ sum_j p_j cos(w_j . (x - y))`.
#[derive(Clone, Debug, PartialEq)]
pub struct Spectrum {
    /// `w_j` in radians per standardised unit, `inputs x samples`.
    pub frequencies: DMatrix<f64>,
    /// `p_j`, none below zero; `1 / samples` each for a plain mean.
    pub weights: DVector<f64>,
}

impl Spectrum {
    /// The feature map with given phases; paired features have no use for them.
    pub fn map(&self, phases: DVector<f64>) -> FeatureMap {
        let count = self.weights.len() as f64;
        FeatureMap {
            map: Map::Cosine,
            frequencies: self.frequencies.clone(),
            phases,
            weights: self.weights.map(|p| (p * count).sqrt()),
            structure: None,
            steps: None,
        }
    }

    /// The paired features of standardised rows (`inputs x rows`): `sqrt(p_j) cos(w_j . z)` above
    /// `sqrt(p_j) sin(w_j . z)`, `2 samples x rows`. The kernel is about their dot product.
    pub fn paired(&self, rows: &DMatrix<f64>) -> DMatrix<f64> {
        self.map(DVector::zeros(self.weights.len())).paired(rows)
    }
}

impl Scaled {
    /// Where learning starts: orthogonal draws with equal weights, `[inputs, samples]`.
    ///
    /// # Errors
    /// [`Error::Usage`] for a kernel that is no mean of cosines.
    pub fn start(&self, shape: [usize; 2], seed: u64) -> Result<Spectrum> {
        self.drawn(&Orf, shape, seed)
    }

    /// Draws whose weights are learnt from standardised `inputs x rows` by regression ([`stein::weights`]).
    ///
    /// # Errors
    /// [`Error::Usage`] for a kernel that is no mean of cosines.
    pub fn reweighted(&self, draw: &dyn Sampler, rows: &DMatrix<f64>, samples: usize, seed: u64) -> Result<Spectrum> {
        let Spectrum { frequencies, .. } = self.drawn(draw, [rows.nrows(), samples], seed)?;
        Ok(Spectrum { weights: stein::weights(*self, &frequencies, rows, seed), frequencies })
    }

    fn drawn(&self, draw: &dyn Sampler, [inputs, samples]: [usize; 2], seed: u64) -> Result<Spectrum> {
        let kernel = kernel(self.name);
        if kernel.map() != Map::Cosine {
            return Err(Error::Usage(format!("the kernel {} has no frequencies to learn", self.name)));
        }
        let normals = draw.normals(kernel.axes(inputs), samples, seed);
        Ok(Spectrum {
            frequencies: kernel.frequencies(normals, inputs, self.bandwidth),
            weights: DVector::repeat(samples, 1.0 / samples as f64),
        })
    }

    /// The exact kernel between two sets of columns, `a.ncols() x b.ncols()`.
    ///
    /// Kernels of the distance alone take it from dot products; its square is off by about the number's precision times
    /// the squared lengths.
    pub fn between<T: Wave>(&self, a: &DMatrix<T>, b: &DMatrix<T>) -> DMatrix<T> {
        let kernel = kernel(self.name);
        if !kernel.radial(&mut [], self.bandwidth) {
            let [a, b] = [a, b].map(|rows| rows.map(double));
            return exact(&*kernel, self.bandwidth, &a, &b).map(convert);
        }
        let [left, right] = [a, b].map(|rows| -> Vec<T> { rows.column_iter().map(|x| x.norm_squared()).collect() });
        let transposed = a.transpose();
        by_tiles((left.len(), right.len()), |first, mut tile| {
            tile.gemm(T::one(), &transposed, &b.columns(first, tile.ncols()), T::zero());
            let mut squared = vec![0.0; left.len()];
            for (mut column, &right) in tile.column_iter_mut().zip(&right[first..]) {
                for ((squared, &product), &left) in squared.iter_mut().zip(&column).zip(&left) {
                    *squared = double(left + right - product - product).max(0.0);
                }
                kernel.radial(&mut squared, self.bandwidth);
                column.iter_mut().zip(&squared).for_each(|(value, &squared)| *value = convert(squared));
            }
        })
    }
}

fn double<T: Wave>(x: T) -> f64 {
    try_convert(x).unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::MonteCarlo;
    use crate::recipe::KernelName;
    use clap::ValueEnum;

    /// In single precision squared distances of some ten units are off by 1e-6.
    #[test]
    fn kernels_by_products_are_those_by_distances() {
        let (a, b) = (MonteCarlo.normals(4, 70, 1), MonteCarlo.normals(4, 90, 2));
        for &name in KernelName::value_variants() {
            let aim = Scaled { name, bandwidth: 1.4 };
            let exact = exact(&*kernel(name), 1.4, &a, &b);
            assert!((aim.between(&a, &b) - &exact).amax() < 1e-6, "{name}");
            let single = aim.between(&a.map(|x| x as f32), &b.map(|x| x as f32));
            if name != KernelName::Matern12 {
                assert!((single.map(f64::from) - exact).amax() < 1e-4, "{name}");
            }
        }
    }

    #[test]
    fn features_multiply_to_the_weighted_mean_of_cosines() {
        let rows = MonteCarlo.normals(3, 2, 1);
        let spectrum =
            Spectrum { frequencies: MonteCarlo.normals(3, 5, 2), weights: DVector::from_fn(5, |j, _| j as f64) };
        let difference = rows.column(0) - rows.column(1);
        let plain: f64 = (0..5).map(|j| j as f64 * spectrum.frequencies.column(j).dot(&difference).cos()).sum();
        let features = spectrum.paired(&rows);
        assert!((features.column(0).dot(&features.column(1)) - plain).abs() < 1e-12);
    }
}
