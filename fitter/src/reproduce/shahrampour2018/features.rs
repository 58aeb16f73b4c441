//! The features of a case.

use super::case::Case;
use super::method::CaseMethod;
use crate::data::shuffled;
use crate::error::Result;
use crate::features::draw;
use crate::features::kernel::nystroem::Nystroem;
use crate::features::kernel::{Map, Scaled, kernel};
use crate::features::map::{FeatureMap, Picked};
use crate::features::pick::{self, Picker, Top, Wanted};
use crate::features::pool::{Pool, Sample};
use crate::features::refine::{self, SpectrumTask};
use crate::features::score::Energy;
use crate::head::Problem;
use crate::recipe::{Draw, KernelLearning, KernelName, Selection, Variant, Variants};
use crate::reproduce::labelled::Labelled;
use crate::reproduce::mapping::Mapping;
use nalgebra::{DMatrix, DVector};

/// Features that rows are mapped to.
pub struct CaseFeatures {
    map: Mapping,
    /// The weights of the features in the penalty; without, all weigh 1.
    weights: Option<DVector<f64>>,
}

impl CaseFeatures {
    /// Phased features, divided by the root of their number.
    fn phased(map: FeatureMap) -> CaseFeatures {
        let weights = Some(&map.weights / (map.phases.len() as f64).sqrt());
        CaseFeatures { map: Box::new(move |rows| map.phased(rows)), weights }
    }

    /// Returns the features of rows.
    pub fn of(&self, rows: &DMatrix<f64>) -> DMatrix<f64> {
        (self.map)(rows)
    }

    /// Returns the problem of the head.
    pub fn problem(&self, data: &Labelled) -> Problem {
        let features = self.of(&data.rows);
        let weights = self.weights.clone().unwrap_or_else(|| DVector::from_element(features.nrows(), 1.0));
        Problem::new(features, weights, data.targets())
    }
}

impl Case {
    /// Finds features by a method, which scores candidates on `N0` training rows at random; none
    /// for a method without features.
    ///
    /// # Errors
    /// The errors of drawing features.
    pub fn features(
        &self,
        method: CaseMethod,
        train: &Labelled,
        scaled: Scaled,
        wanted: Wanted<'_>,
    ) -> Result<Option<CaseFeatures>> {
        let Wanted { features, seed, .. } = wanted;
        let phased = |map| Ok(Some(CaseFeatures::phased(map)));
        match method {
            CaseMethod::Drawn(draw) => phased(map_of(draw, scaled, [train.rows.nrows(), features], seed)?),
            CaseMethod::Stein => {
                let task = SpectrumTask { scaled, samples: features, seed };
                let learned = refine::learn(KernelLearning::Stein, task, &train.rows, &Variants::default())?.kept();
                phased(learned.map(draw::phases(learned.weights.len(), seed)))
            }
            CaseMethod::Energy { centred } => {
                let pick = |pool: &Pool<'_>| Top.pick(pool, &Energy { centred }, wanted);
                phased(self.picked(train, scaled, seed, pick)?)
            }
            CaseMethod::Align { centred } => {
                let plain = Variants::of(&[Variant::Uncentred, Variant::Tuned]);
                let plan = pick::plan(Selection::Align, &if centred { Variants::default() } else { plain });
                phased(self.picked(train, scaled, seed, |pool| plan.pick(pool, wanted))?)
            }
            CaseMethod::Nystroem => {
                let mut chosen = shuffled(train.len(), seed);
                chosen.truncate(features);
                let features = Nystroem::new(kernel(scaled.name), scaled.bandwidth, train.rows.select_columns(&chosen));
                Ok(Some(CaseFeatures { map: Box::new(move |rows| features.features(rows).transpose()), weights: None }))
            }
            CaseMethod::Linear => Ok(Some(CaseFeatures { map: Box::new(DMatrix::clone), weights: None })),
            CaseMethod::Exact => Ok(None),
        }
    }

    /// Picks features out of `M0` candidates by their features on `N0` training rows.
    fn picked(
        &self,
        train: &Labelled,
        scaled: Scaled,
        seed: u64,
        pick: impl Fn(&Pool<'_>) -> Picked,
    ) -> Result<FeatureMap> {
        let candidates = if scaled.name == KernelName::Linear { train.rows.nrows() } else { self.candidates };
        let map = map_of(Draw::MonteCarlo, scaled, [train.rows.nrows(), candidates], seed)?;
        let mut rows = shuffled(train.len(), seed);
        rows.truncate(train.len() / self.rows);
        let part = train.select(&rows);
        let targets = part.targets();
        let pool = Pool::phased(map, scaled, Sample { rows: &part.rows, targets: &targets });
        let picked = pick(&pool);
        Ok(pool.map.select(&picked))
    }
}

/// Draws `count` features, or for the linear kernel takes as many inputs.
fn map_of(draw: Draw, scaled: Scaled, [inputs, count]: [usize; 2], seed: u64) -> Result<FeatureMap> {
    match scaled.name {
        KernelName::Linear => Ok(columns(inputs, count, seed)),
        _ => FeatureMap::of(draw, scaled, [inputs, count], seed),
    }
}

/// Returns some of the inputs, each at most once: the features of the linear kernel.
fn columns(inputs: usize, count: usize, seed: u64) -> FeatureMap {
    let order = shuffled(inputs, seed);
    let count = count.min(inputs);
    let frequencies = DMatrix::from_fn(inputs, count, |i, m| f64::from(u8::from(order[m] == i)));
    let (phases, weights) = (DVector::zeros(count), DVector::from_element(count, 1.0));
    FeatureMap { map: Map::Linear, frequencies, phases, weights, structure: None, steps: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};

    #[test]
    fn columns_are_inputs_in_some_order() {
        let map = columns(5, 9, 3);
        let rows = MonteCarlo.normals(5, 7, 1);
        let order = shuffled(5, 3);
        assert_eq!(map.phased(&rows), rows.select_rows(&order));
    }
}
