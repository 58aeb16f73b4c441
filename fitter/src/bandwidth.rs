//! The bandwidth: rules, and a search by leave-one-out error.

use crate::draw::Drawn;
use crate::head::{Path, Step};
use crate::kernel;
use crate::recipe::{Bandwidth, Recipe};
use nalgebra::DMatrix;

/// Rows that the search looks at.
const ROWS: usize = 2_000;
/// Features that the search draws, at most.
const FEATURES: usize = 200;
/// Multiples of the median distance that the search tries.
const MULTIPLES: [f64; 8] = [0.18, 0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0];

/// The bandwidth that a recipe asks for, on standardised `inputs x rows` and `outputs x rows`.
pub fn resolve(recipe: &Recipe, inputs: &DMatrix<f64>, targets: &DMatrix<f64>) -> f64 {
    match recipe.bandwidth {
        Bandwidth::Fixed(bandwidth) => bandwidth,
        Bandwidth::Paper => kernel::paper(inputs.nrows()),
        Bandwidth::Median => kernel::median(inputs),
        Bandwidth::Knn50 => kernel::knn50(inputs),
        Bandwidth::Auto => search(recipe, inputs, targets),
    }
}

/// The multiple of the median distance whose best ridge regression has the least leave-one-out error on a part.
fn search(recipe: &Recipe, inputs: &DMatrix<f64>, targets: &DMatrix<f64>) -> f64 {
    let part = spread(inputs.ncols());
    let (inputs, targets) = (inputs.select_columns(&part), targets.select_columns(&part));
    let features = usize::from(recipe.size.features.unwrap_or(u16::MAX)).min(FEATURES);
    let median = kernel::median(&inputs);
    let error = |bandwidth: f64| {
        let drawn = Drawn::new(recipe, inputs.nrows(), features, bandwidth);
        let steps = Path::new(drawn.features(&inputs), targets.clone()).steps();
        steps.iter().map(|step: &Step| step.error).fold(f64::INFINITY, f64::min)
    };
    let tried = MULTIPLES.map(|multiple| (median * multiple, error(median * multiple)));
    tried.into_iter().min_by(|a, b| a.1.total_cmp(&b.1)).map_or(median, |(bandwidth, _)| bandwidth)
}

fn spread(rows: usize) -> Vec<usize> {
    let count = rows.min(ROWS);
    (0..count).map(|i| i * rows / count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{MonteCarlo, Sampler};
    use crate::recipe::{KernelName, Method, Number, Ridge, Size};

    /// A target that oscillates within a tenth of the inputs' spread needs a bandwidth far below their distances.
    #[test]
    fn the_search_follows_the_target() {
        let recipe = Recipe {
            method: Method::MonteCarlo,
            kernel: KernelName::Gaussian,
            bandwidth: Bandwidth::Auto,
            size: Size { features: Some(100), flash: None },
            ridge: Ridge::Auto,
            number: Number::F32,
            seed: 0,
        };
        let inputs = MonteCarlo.normals(1, 500, 4);
        let slow = resolve(&recipe, &inputs, &inputs.map(|x| (0.5 * x).sin()));
        let fast = resolve(&recipe, &inputs, &inputs.map(|x| (12.0 * x).sin()));
        assert!(fast < slow, "{fast} {slow}");
    }
}
