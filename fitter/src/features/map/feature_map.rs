//! Feature maps in real numbers, before quantisation.

use super::chosen::Chosen;
use super::origin::Origin;
use super::patches::Patches;
use super::picked::Picked;
use super::tiles::by_tiles;
use super::trigonometry;
use crate::error::{Error, Result};
use crate::features::draw;
use crate::features::kernel::{Map, Scaled, kernel};
use crate::recipe::Draw;
use nalgebra::{DMatrix, DMatrixViewMut, DVector};

/// A map from standardised inputs to features: for the cosine map `cos(w . z + b)`, for each column
/// `w` of the frequencies and each phase `b`.
#[derive(Clone, Debug, PartialEq)]
pub struct FeatureMap {
    /// The map from `w . z` to a feature.
    pub map: Map,
    /// The spectral samples in radians per standardised unit, `inputs x features`.
    pub frequencies: DMatrix<f64>,
    /// The phases in radians, one for each feature; for maps other than the cosine 0, unless
    /// learned.
    pub phases: DVector<f64>,
    /// The weight of each feature in the kernel, as a factor of its value; 1 where all weigh the
    /// same. The head absorbs them.
    pub weights: DVector<f64>,
    /// The source of the frequencies, each up to its length, where the device need not store them;
    /// it then has phases of its own.
    pub structure: Option<Origin>,
    /// The step of which each frequency's weights are whole multiples, in radians per raw unit,
    /// where they were trained so.
    pub steps: Option<DVector<f64>>,
}

impl FeatureMap {
    /// Draws features for a kernel, `[inputs, features]`.
    ///
    /// # Errors
    /// [`Error::Usage`] where draw and kernel do not go together.
    pub fn of(draw: Draw, scaled: Scaled, [inputs, features]: [usize; 2], seed: u64) -> Result<FeatureMap> {
        let kernel = kernel(scaled.name);
        kernel.suits(draw).map_err(|reason| {
            Error::Usage(format!("the kernel {} does not go with the draw {draw}: {reason}", scaled.name))
        })?;
        let (sampler, axes, map) = (draw::sampler(draw), kernel.axes(inputs), kernel.map());
        let normals = sampler.normals(axes, features, seed);
        let phases = if map == Map::Cosine { draw::phases(features, seed) } else { DVector::zeros(features) };
        let structure = match (sampler.transform(seed), sampler.pool(seed)) {
            (Some(transform), _) if map == Map::Cosine && axes == inputs => Some(Origin::Transform(transform)),
            (_, Some(pool)) => {
                let unit = draw::unit(axes) / scaled.bandwidth;
                Some(Origin::Chosen(Chosen::first(pool, [inputs, features], unit)?))
            }
            _ => None,
        };
        let frequencies = kernel.frequencies(normals, inputs, scaled.bandwidth);
        Ok(FeatureMap { structure, ..FeatureMap::plain(map, frequencies, phases) })
    }

    /// Returns features of stored frequencies that all weigh the same.
    pub fn plain(map: Map, frequencies: DMatrix<f64>, phases: DVector<f64>) -> FeatureMap {
        let weights = DVector::from_element(phases.len(), 1.0);
        FeatureMap { map, frequencies, phases, weights, structure: None, steps: None }
    }

    /// Returns the linear map of frequencies, `inputs x features`.
    pub fn linear(frequencies: DMatrix<f64>) -> FeatureMap {
        let phases = DVector::zeros(frequencies.ncols());
        FeatureMap::plain(Map::Linear, frequencies, phases)
    }

    /// Leaves each row the inputs of its patch alone, longer by the root of the share that it
    /// loses: products keep their deviation where inputs are independent.
    pub fn in_patches(mut self, patches: Patches) -> FeatureMap {
        let factor = (self.frequencies.nrows() as f64 / patches.patch.size() as f64).sqrt();
        for (feature, mut frequency) in self.frequencies.column_iter_mut().enumerate() {
            let mut kept = DVector::zeros(frequency.len());
            patches.inputs(feature).for_each(|input| kept[input] = frequency[input] * factor);
            frequency.copy_from(&kept);
        }
        FeatureMap { structure: Some(Origin::Patches(patches)), ..self }
    }

    /// Takes away the weights of inputs that are zero in all of these standardised rows
    /// (`inputs x rows`): nothing says what they should be. A feature that reads no others keeps
    /// them.
    pub fn without_constants(mut self, rows: &DMatrix<f64>) -> FeatureMap {
        let varies: Vec<bool> = rows.row_iter().map(|row| row.iter().any(|x| *x != 0.0)).collect();
        for mut frequency in self.frequencies.column_iter_mut() {
            if frequency.iter().zip(&varies).any(|(weight, varies)| *varies && *weight != 0.0) {
                frequency.iter_mut().zip(&varies).filter(|(_, varies)| !**varies).for_each(|(weight, _)| *weight = 0.0);
            }
        }
        self
    }

    /// Spreads the features over several bandwidths in turn: feature `m` is at
    /// `scales[m mod scales.len()]` times the bandwidth that it was drawn for.
    pub fn spread(mut self, scales: &[f64]) -> FeatureMap {
        let chosen = matches!(self.structure, Some(Origin::Chosen(_)));
        // a pool has a power of two of scales, the first of these once more
        let count = if chosen { scales.len().next_power_of_two() } else { scales.len() };
        let scales: Vec<f64> = scales.iter().copied().cycle().take(count).collect();
        for (mut frequency, scale) in self.frequencies.column_iter_mut().zip(scales.iter().cycle()) {
            frequency /= *scale;
        }
        let even = scales.iter().all(|scale| *scale == 1.0);
        let structure = match self.structure {
            Some(Origin::Chosen(chosen)) => Some(Origin::Chosen(chosen.spread(&scales))),
            Some(Origin::Patches(patches)) => Some(Origin::Patches(patches)),
            other => other.filter(|_| even),
        };
        FeatureMap { structure, steps: self.steps.filter(|_| even), ..self }
    }

    /// Returns some of the features, with weights of their own. Panics if an index is out of range.
    pub fn select(&self, picked: &Picked) -> FeatureMap {
        let phases = picked.indices.iter().map(|&m| self.phases[m]);
        let step = |steps: &DVector<f64>| picked.indices.iter().map(|&m| steps[m]).collect();
        FeatureMap {
            map: self.map,
            frequencies: self.frequencies.select_columns(&picked.indices),
            phases: DVector::from_iterator(picked.indices.len(), phases),
            weights: picked.weights.clone(),
            structure: match &self.structure {
                Some(Origin::Chosen(chosen)) => Some(Origin::Chosen(chosen.select(&picked.indices))),
                Some(Origin::Patches(patches)) => Some(Origin::Patches(patches.select(&picked.indices))),
                _ => None,
            },
            steps: self.steps.as_ref().map(|steps| DVector::from_vec(step(steps))),
        }
    }

    /// Returns the phased features of standardised rows (`inputs x rows`), unscaled and unweighted,
    /// `features x rows`.
    ///
    /// The kernel is [`Map::gain`] times the mean of their weighted products. The bits do not
    /// depend on the number of threads.
    pub fn phased(&self, rows: &DMatrix<f64>) -> DMatrix<f64> {
        let count = self.phases.len();
        let transposed = self.frequencies.transpose();
        by_tiles(count, rows.ncols(), |first, tile| {
            // on top of the phases, so that these cost no pass of their own
            tile.chunks_exact_mut(count).for_each(|features| features.copy_from_slice(self.phases.as_slice()));
            let width = tile.len() / count;
            let mut products = DMatrixViewMut::from_slice(tile, count, width);
            products.gemm(1.0, &transposed, &rows.columns(first, width), 1.0);
            apply(self.map, tile);
        })
    }

    /// Returns the paired features of standardised rows (`inputs x rows`): all cosines `cos(w.z)`
    /// above all sines `sin(w.z)`, without phases, weighted, over the root of the number of
    /// spectral samples; `2 features x rows`.
    ///
    /// The kernel is their dot product. Maps other than the cosine have no second half to pair
    /// with: they give as many rows as features, scaled likewise.
    pub fn paired(&self, rows: &DMatrix<f64>) -> DMatrix<f64> {
        let count = self.phases.len();
        let scales = &self.weights / (count as f64).sqrt();
        if self.map != Map::Cosine {
            let mut features = self.phased(rows) * self.map.gain().sqrt();
            features.column_iter_mut().for_each(|mut column| column.component_mul_assign(&scales));
            return features;
        }
        let transposed = self.frequencies.transpose();
        by_tiles(2 * count, rows.ncols(), |first, tile| {
            let width = tile.len() / (2 * count);
            let mut pairs = DMatrixViewMut::from_slice(tile, 2 * count, width);
            pairs.rows_mut(0, count).gemm(1.0, &transposed, &rows.columns(first, width), 0.0);
            for pairs in tile.chunks_exact_mut(2 * count) {
                let (cosines, sines) = pairs.split_at_mut(count);
                trigonometry::cosines_and_sines(cosines, sines);
                let scales = scales.iter().chain(&scales);
                pairs.iter_mut().zip(scales).for_each(|(feature, scale)| *feature *= scale);
            }
        })
    }
}

/// Replaces `w . z + b` by features.
fn apply(map: Map, products: &mut [f64]) {
    match map {
        Map::Cosine => trigonometry::cosines(products),
        Map::Step => products.iter_mut().for_each(|p| *p = if *p > 0.0 { 1.0 } else { 0.0 }),
        Map::Relu => products.iter_mut().for_each(|p| *p = p.max(0.0)),
        Map::SquaredRelu => products.iter_mut().for_each(|p| *p *= p.max(0.0)),
        Map::Linear => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(map: Map) -> FeatureMap {
        let frequencies = DMatrix::from_fn(3, 37, |i, j| ((i * 29 + j * 17) % 23) as f64 / 5.0 - 2.0);
        let phases = if map == Map::Cosine { draw::phases(37, 1) } else { DVector::zeros(37) };
        FeatureMap::plain(map, frequencies, phases)
    }

    fn rows() -> DMatrix<f64> {
        DMatrix::from_fn(3, 150, |i, j| ((i * 31 + j * 7) % 19) as f64 / 6.0 - 1.5)
    }

    /// The features of the rows stay, and those of other rows no longer depend on what never
    /// varied.
    #[test]
    fn weights_of_constants_are_taken_away_but_for_features_of_nothing_else() {
        let mut rows = rows();
        rows.row_mut(1).fill(0.0);
        let mut before = map(Map::Cosine);
        before.frequencies.column_mut(5).copy_from_slice(&[0.0, 1.5, 0.0]);
        let after = before.clone().without_constants(&rows);
        assert!((after.phased(&rows) - before.phased(&rows)).amax() < 1e-12);
        for (feature, frequency) in after.frequencies.column_iter().enumerate() {
            assert_eq!(frequency[1], if feature == 5 { 1.5 } else { 0.0 });
        }
    }

    /// The plain formulas, one feature at a time; products round differently by some units of
    /// 1e-15.
    #[test]
    fn features_are_those_of_the_formulas() {
        let rows = rows();
        for (kind, plain) in [
            (Map::Cosine, (|p: f64, b: f64| (p + b).cos()) as fn(f64, f64) -> f64),
            (Map::Relu, |p, _| if p > 0.0 { p } else { 0.0 }),
            (Map::SquaredRelu, |p, _| if p > 0.0 { p * p } else { 0.0 }),
            (Map::Linear, |p, _| p),
        ] {
            let map = map(kind);
            let products = map.frequencies.tr_mul(&rows);
            let plain = DMatrix::from_fn(37, 150, |m, n| plain(products[(m, n)], map.phases[m]));
            assert!((map.phased(&rows) - plain).amax() < 1e-12, "{kind:?}");
        }
        let steps = map(Map::Step).phased(&rows);
        assert!(steps.iter().all(|&step| step == 0.0 || step == 1.0));
        assert_eq!(map(Map::Relu).phased(&rows).map(|p| if p > 0.0 { 1.0 } else { 0.0 }), steps);
    }

    #[test]
    fn pairs_are_cosines_above_sines() {
        let (map, rows) = (map(Map::Cosine), rows());
        let (products, paired) = (map.frequencies.tr_mul(&rows), map.paired(&rows));
        assert!((paired.rows(0, 37) - products.map(f64::cos) / 37.0_f64.sqrt()).amax() < 1e-12);
        assert!((paired.rows(37, 37) - products.map(f64::sin) / 37.0_f64.sqrt()).amax() < 1e-12);
    }

    #[test]
    fn any_number_of_threads_gives_the_same_bits() {
        let (map, rows) = (map(Map::Cosine), rows());
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| (map.phased(&rows), map.paired(&rows)))
        };
        assert_eq!(with(1), with(3));
    }

    #[test]
    fn no_features_and_no_rows_are_allowed() {
        let none = map(Map::Cosine).select(&Picked::evenly(vec![]));
        assert_eq!(none.phased(&rows()).shape(), (0, 150));
        assert_eq!(map(Map::Cosine).paired(&DMatrix::zeros(3, 0)).shape(), (74, 0));
    }
}
