//! The features of a case.

use super::case::Case;
use super::method::CaseMethod;
use crate::data::shuffled;
use crate::error::Result;
use crate::features::kernel::{Map, Scaled};
use crate::features::map::FeatureMap;
use crate::features::pick::{self, Picker, Top, Wanted};
use crate::features::pool::{Pool, Sample};
use crate::features::score::Energy;
use crate::recipe::{Draw, KernelName, Variants};
use crate::reproduce::labelled::Labelled;
use nalgebra::{DMatrix, DVector};

impl Case {
    /// Finds features by a method, which scores candidates on `N0` training rows at random.
    ///
    /// # Errors
    /// The errors of drawing features.
    pub fn map(&self, method: CaseMethod, train: &Labelled, scaled: Scaled, wanted: Wanted) -> Result<FeatureMap> {
        let Wanted { features, seed } = wanted;
        if let CaseMethod::Drawn(draw) = method {
            return map_of(draw, scaled, [train.rows.nrows(), features], seed);
        }
        let candidates = match scaled.name {
            KernelName::Linear => train.rows.nrows(),
            _ => self.candidates * features / self.largest(),
        };
        let map = map_of(Draw::MonteCarlo, scaled, [train.rows.nrows(), candidates], seed)?;
        let mut rows = shuffled(train.classes.len(), seed);
        rows.truncate(train.classes.len() / self.rows);
        let part = train.select(&rows);
        let targets = part.targets();
        let pool = Pool::phased(map, scaled, Sample { rows: &part.rows, targets: &targets });
        let picked = match method {
            CaseMethod::Drawn(_) => return Ok(pool.map),
            CaseMethod::Energy { centred } => Top.pick(&pool, &Energy { centred }, wanted),
            CaseMethod::Selected(selection) => pick::plan(selection, &Variants::default()).pick(&pool, wanted),
        };
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
