//! The parts of a model's features, which are trained apart.

use super::model::Model;
use super::rounding::StepSizes;
use super::schedule::Schedule;
use nalgebra::{DMatrix, DVector};

/// The fewest features of a part: fewer are too few for a model.
const LEAST: usize = 128;

/// Trains so many parts of a model, each by the schedule with a seed of its own; returns the model
/// whose scores are the mean of theirs.
pub fn mean_of(
    (model, parts): (&Model, usize),
    schedule: Schedule,
    mut train: impl FnMut(&Model, Schedule) -> Model,
) -> Model {
    let train = |(place, part): (usize, &Model)| {
        let seed = part_seed(schedule.seed, place);
        train(part, Schedule { seed, ..schedule })
    };
    mean(&model.parts(parts).iter().enumerate().map(train).collect::<Vec<_>>())
}

/// Returns the seed of a part, of the first one that of the whole.
pub(super) fn part_seed(seed: u64, place: usize) -> u64 {
    if place == 0 { seed } else { seed.rotate_left(32) ^ place as u64 }
}

/// Returns the model whose scores are the mean of those of some models.
fn mean(models: &[Model]) -> Model {
    let columns = |of: fn(&Model) -> DMatrix<f64>| {
        let columns: Vec<_> =
            models.iter().flat_map(|model| of(model).column_iter().map(DVector::from).collect::<Vec<_>>()).collect();
        DMatrix::from_columns(&columns)
    };
    let count = models.len() as f64;
    let phases: Vec<f64> = models.iter().flat_map(|model| model.phases.iter().copied()).collect();
    Model {
        frequencies: columns(|model| model.frequencies.clone()),
        phases: DVector::from_vec(phases),
        head: columns(|model| model.head.transpose()).transpose() / count,
        bias: models.iter().map(|model| &model.bias).sum::<DVector<f64>>() / count,
        ..models[0].clone()
    }
}

impl Model {
    /// Returns the number of parts that are trained apart, where so many are asked for: one, of few
    /// features or such that read a patch each.
    pub(super) fn count_parts(&self, asked: usize) -> usize {
        if self.patches.is_some() { 1 } else { asked.min(self.phases.len() / LEAST).max(1) }
    }

    /// Returns models of a part of the features each, whose mean is this one.
    fn parts(&self, parts: usize) -> Vec<Model> {
        let part = |(first, count)| Model {
            frequencies: self.frequencies.columns(first, count).into_owned(),
            phases: self.phases.rows(first, count).into_owned(),
            head: self.head.rows(first, count) * parts as f64,
            ..self.clone()
        };
        split(self.phases.len(), parts).map(part).collect()
    }
}

impl StepSizes {
    /// Returns the steps of the parts: rounded to them, their mean is rounded to these.
    pub(super) fn parts(&self, parts: usize) -> Vec<StepSizes> {
        let head = parts as f64 * self.head;
        let part = |(first, count)| StepSizes { rows: self.rows.rows(first, count).into_owned(), head };
        split(self.rows.len(), parts).map(part).collect()
    }
}

/// The first index and the length of every part.
fn split(count: usize, parts: usize) -> impl Iterator<Item = (usize, usize)> {
    let first = move |part: usize| count * part / parts;
    (0..parts).map(move |part| (first(part), first(part + 1) - first(part)))
}

#[cfg(test)]
mod tests {
    use super::super::rounding::Rounding;
    use super::*;
    use crate::features::draw::{self, MonteCarlo, Sampler};
    use crate::features::kernel::Map;
    use crate::features::map::Patches;
    use kernelet::block::Patch;
    use std::collections::HashSet;

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
        assert!((mean(&[first, second]).scores(&rows) - expected).amax() < 1e-12);
    }

    /// Parts that are left as they are give the model back, and their seeds differ.
    #[test]
    fn parts_are_those_of_the_model() {
        for (features, parts) in [(8, 2), (9, 2), (9, 3), (10, 4)] {
            let (model, mut seeds) = (model(features, 4), HashSet::new());
            let same = mean_of((&model, parts), Schedule { seed: 5, ..Schedule::default() }, |part, schedule| {
                seeds.insert(schedule.seed);
                part.clone()
            });
            assert!((same.head - &model.head).amax() < 1e-15 && same.frequencies == model.frequencies);
            assert!(same.phases == model.phases && (same.bias - &model.bias).amax() < 1e-15);
            assert_eq!(seeds.len(), parts);
        }
    }

    /// Parts rounded to their own steps make a model that is rounded to the steps of the whole.
    #[test]
    fn rounded_parts_make_a_rounded_model() {
        let rounding = Rounding { limit: 7.0, deviations: &[1.0, 2.0, 0.5], step: |step| step };
        let model = model(9, 6);
        let steps = rounding.step_sizes(&model);
        let mut each = steps.parts(3).into_iter();
        let rounded = mean_of((&model, 3), Schedule::default(), |part, _| {
            let steps = each.next().expect("three parts");
            let head = part.head.map(|weight| (weight / steps.head).round().clamp(-7.0, 7.0) * steps.head);
            Model { head, ..part.clone() }
        });
        let expected = model.head.map(|weight| (weight / steps.head).round().clamp(-7.0, 7.0) * steps.head);
        assert!((rounded.head - expected).amax() < 1e-12);
    }

    #[test]
    fn few_features_and_patches_are_one_part() {
        let parts = |features: usize, asked: usize| model(features, 1).count_parts(asked);
        assert_eq!([parts(2 * LEAST - 1, 2), parts(2 * LEAST, 2), parts(2 * LEAST, 4)], [1, 2, 2]);
        assert_eq!([parts(4 * LEAST, 1), parts(4 * LEAST, 4), parts(1, 4)], [1, 4, 1]);
        let patch = Patch { height: 1, width: 2, stride: 3 };
        let patches = Some(Patches::draw(patch, [3, 2 * LEAST], 1));
        assert_eq!(Model { patches, ..model(2 * LEAST, 1) }.count_parts(2), 1);
    }
}
