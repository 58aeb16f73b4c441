//! The two halves of a model's features, which are trained apart.

use super::model::Model;
use super::rounding::StepSizes;
use super::schedule::Schedule;
use nalgebra::{DMatrix, DVector};

/// The number of features from which on halves are tried: fewer are too few for two models.
const LEAST: usize = 256;

/// Trains both halves of a model, each by the schedule with a seed of its own; returns the model
/// whose scores are the mean of theirs.
pub fn mean_of(model: &Model, schedule: Schedule, mut train: impl FnMut(&Model, Schedule) -> Model) -> Model {
    let [first, second] = model.halves();
    let [_, seed] = both_seeds(schedule.seed);
    mean([train(&first, schedule), train(&second, Schedule { seed, ..schedule })])
}

/// Returns the seeds of both halves, of which the first is that of the whole.
pub(super) fn both_seeds(seed: u64) -> [u64; 2] {
    [seed, seed.rotate_left(32) ^ 1]
}

/// Returns the model whose scores are the mean of those of two models.
fn mean([first, second]: [Model; 2]) -> Model {
    let beside = |a: &DMatrix<f64>, b: &DMatrix<f64>| {
        DMatrix::from_fn(a.nrows(), a.ncols() + b.ncols(), |i, j| {
            if j < a.ncols() { a[(i, j)] } else { b[(i, j - a.ncols())] }
        })
    };
    let phases = first.phases.iter().chain(&second.phases).copied();
    Model {
        frequencies: beside(&first.frequencies, &second.frequencies),
        phases: DVector::from_iterator(first.phases.len() + second.phases.len(), phases),
        head: beside(&first.head.transpose(), &second.head.transpose()).transpose() / 2.0,
        bias: (&first.bias + &second.bias) / 2.0,
        ..first
    }
}

impl Model {
    /// Returns true where the features are enough for two models, and each reads all inputs.
    pub(super) fn has_halves(&self) -> bool {
        self.phases.len() >= LEAST && self.patches.is_none()
    }

    /// Returns two models of half of the features each, whose mean is this one.
    fn halves(&self) -> [Model; 2] {
        split(self.phases.len()).map(|(first, count)| Model {
            frequencies: self.frequencies.columns(first, count).into_owned(),
            phases: self.phases.rows(first, count).into_owned(),
            head: self.head.rows(first, count) * 2.0,
            ..self.clone()
        })
    }
}

impl StepSizes {
    /// Returns the steps of both halves: rounded to them, their mean is rounded to these.
    pub(super) fn halves(&self) -> [StepSizes; 2] {
        split(self.rows.len())
            .map(|(first, count)| StepSizes { rows: self.rows.rows(first, count).into_owned(), head: 2.0 * self.head })
    }
}

/// The first index and the length of both halves.
fn split(count: usize) -> [(usize, usize); 2] {
    [(0, count / 2), (count / 2, count - count / 2)]
}

#[cfg(test)]
mod tests {
    use super::super::rounding::Rounding;
    use super::*;
    use crate::features::draw::{self, MonteCarlo, Sampler};
    use crate::features::kernel::Map;
    use crate::features::map::Patches;
    use kernelet::block::Patch;

    fn model(features: usize, seed: u64) -> Model {
        let phases = draw::phases(features, seed);
        let start = Model::start(Map::Cosine, MonteCarlo.normals(3, features, seed), phases, 2);
        let bias = DVector::from_vec(vec![0.3, seed as f64]);
        Model { head: MonteCarlo.normals(features, 2, seed + 9), bias, ..start }
    }

    #[test]
    fn the_mean_has_the_mean_scores() {
        let (first, second, rows) = (model(4, 1), model(5, 2), MonteCarlo.normals(3, 7, 3));
        let expected = (first.scores(&rows) + second.scores(&rows)) / 2.0;
        assert!((mean([first, second]).scores(&rows) - expected).amax() < 1e-12);
    }

    /// Halves that are left as they are give the model back, and their seeds differ.
    #[test]
    fn halves_are_those_of_the_model() {
        for features in [8, 9] {
            let (model, mut seeds) = (model(features, 4), Vec::new());
            let same = mean_of(&model, Schedule { seed: 5, ..Schedule::default() }, |half, schedule| {
                seeds.push(schedule.seed);
                half.clone()
            });
            assert!((same.head - &model.head).amax() < 1e-15 && same.frequencies == model.frequencies);
            assert!(same.phases == model.phases && same.bias == model.bias && seeds[0] != seeds[1]);
        }
    }

    /// Halves rounded to their own steps make a model that is rounded to the steps of the whole.
    #[test]
    fn rounded_halves_make_a_rounded_model() {
        let rounding = Rounding { limit: 7.0, deviations: &[1.0, 2.0, 0.5], step: |step| step };
        let model = model(9, 6);
        let steps = rounding.step_sizes(&model);
        let mut both = steps.halves().into_iter();
        let rounded = mean_of(&model, Schedule::default(), |half, _| {
            let steps = both.next().expect("two halves");
            let head = half.head.map(|weight| (weight / steps.head).round().clamp(-7.0, 7.0) * steps.head);
            Model { head, ..half.clone() }
        });
        let expected = model.head.map(|weight| (weight / steps.head).round().clamp(-7.0, 7.0) * steps.head);
        assert!((rounded.head - expected).amax() < 1e-12);
    }

    #[test]
    fn few_features_and_patches_have_no_halves() {
        assert!(!model(LEAST - 1, 1).has_halves() && model(LEAST, 1).has_halves());
        let patch = Patch { height: 1, width: 2, stride: 3 };
        let patches = Some(Patches::draw(patch, [3, LEAST], 1));
        assert!(!Model { patches, ..model(LEAST, 1) }.has_halves());
    }
}
