//! Features of a kernel with their head.

use super::draft::Draft;
use super::plan::FitPlan;
use super::prepared::Prepared;
use super::targets::answers;
use super::{budget, memory, targets};
use crate::data::{Table, Targets};
use crate::error::{Error, Result};
use crate::features::find::{Find, Found, Trained};
use crate::features::kernel::rule::{self, spread};
use crate::features::kernel::{self, Scaled};
use crate::features::map::FeatureMap;
use crate::features::pool::Sample;
use crate::features::refine::joint::Rounding;
use crate::head::Linear;
use crate::pack::DeviceMap;
use crate::pack::cost::Extras;
use crate::quantise::{self, FoldFormat, HeadRequest, HeadWords};
use crate::recipe::{Bandwidth, HeadName, Method, Recipe, Size, Variants};
use crate::search::Key;
use kernelet::answer::{interval, novelty, probability, values};
use kernelet::block::BLOCK_HEAD;
use kernelet::number::Word;
use nalgebra::DMatrix;

/// The number of features drawn to plan the scaling of the inputs.
const SAMPLE: usize = 64;
/// The bandwidth at which learning starts, as a multiple of the mean distance to the 50th nearest
/// neighbour.
const START: f64 = 2.0;

/// The largest number of rows among which neighbours are looked for: among more of them the 50th is
/// nearer, and learning would start from a bandwidth that shrinks with the number of rows.
const NEIGHBOURS: usize = 20_000;

/// A head in words, with the order in which its features enter the stages of an early stop.
struct Weighted {
    words: HeadWords,
    error: f64,
    ridge: Option<f64>,
    order: Vec<usize>,
}

impl FitPlan<'_> {
    /// Finds features, brings them into the words of the device, and fits the head to what the
    /// device computes.
    pub(super) fn features<F: FoldFormat>(&self, prepared: &Prepared) -> Result<Draft> {
        let bandwidth = self.bandwidth::<F>(prepared)?;
        let (map, found) = self.map::<F>(prepared, bandwidth, &self.size())?;
        let schedule = found.head.as_ref().map(|trained| trained.schedule);
        let stopped = found.stopped.clone();
        let Weighted { words, error, ridge, order } = match found.head {
            Some(trained) => learned_head(trained, &found.map),
            None => self.fitted_head(prepared, &map)?,
        };
        let parts = match self.recipe.early {
            None => map.parts(&words),
            Some(_) => map.in_stages(&words, &order).ok_or_else(|| {
                Error::Usage("--early takes features one after the other: it goes with rows that are stored".to_owned())
            })?,
        };
        Ok(Draft { parts, bandwidth: Some(bandwidth), ridge, stopped, error: Some(error), schedule })
    }

    /// The head on the features of the device.
    fn fitted_head<F: FoldFormat>(&self, prepared: &Prepared, map: &DeviceMap<F>) -> Result<Weighted> {
        let problem = map.problem(&self.train.inputs, prepared.targets.clone(), &self.train.sample_weights);
        let deviations = problem.features.row_iter().map(|feature| feature.variance().sqrt()).collect();
        let fitted = quantise::fit_head(problem, &self.request::<F>(self.head()?));
        let order = by_weight(&fitted.head.words, deviations);
        Ok(Weighted { words: fitted.head, error: fitted.error, ridge: Some(fitted.ridge), order })
    }

    /// The bandwidth; where it is searched for, the flow runs on a part of the rows with few
    /// features.
    fn bandwidth<F: FoldFormat>(&self, prepared: &Prepared) -> Result<f64> {
        if self.recipe.method == Method::Learned && self.recipe.bandwidth == Bandwidth::Auto {
            let rows = spread(self.train.rows(), NEIGHBOURS);
            let rows = prepared.rows.select_columns(&rows);
            let key = |key: Key| key.text(("knn50", rows.shape())).numbers(&rows);
            return Ok(START * self.search.number(key, || kernel::knn50(&rows)));
        }
        let rows = spread(self.train.rows(), rule::ROWS);
        let part = self.train.select(&rows);
        let targets = prepared.targets.select_columns(&rows);
        let features = usize::from(self.recipe.size.features.unwrap_or(u16::MAX)).min(rule::FEATURES);
        let size = Size::of(features as u16);
        // the draw that learning starts from stands for what it would learn, which takes long
        let recipe = match self.recipe.method {
            own @ (Method::Kernel(_) | Method::Supervise) => {
                Recipe { method: Method::Drawn(own.draw()), variants: Variants::default(), ..self.recipe.clone() }
            }
            _ => self.recipe.clone(),
        };
        let plan = FitPlan { recipe: &recipe, ..*self };
        rule::resolve(self.recipe.bandwidth, &prepared.rows, |bandwidth| {
            let (map, _) = plan.map::<F>(prepared, bandwidth, &size)?;
            // by the squared error whatever the head: it needs no rows held out and little time
            let problem = map.problem(&part.inputs, targets.clone(), &part.sample_weights);
            let request = HeadRequest { groups: &part.groups, ..self.request::<F>(HeadName::Ridge) };
            Ok(quantise::fit_head(problem, &request).error)
        })
    }

    /// Finds as many features as the size allows and brings them into the words of the device.
    fn map<F: FoldFormat>(&self, prepared: &Prepared, bandwidth: f64, size: &Size) -> Result<(DeviceMap<F>, Found)> {
        let (task, outputs) = answers(&self.train.targets);
        let find = self.find(bandwidth)?;
        let mut map = DeviceMap::<F>::plan(&prepared.standards, &find.draw(prepared.standards.len(), SAMPLE)?, task);
        let (bare, each) = map.bytes(outputs);
        let features = budget::features(size, (bare + self.extra_bytes::<F>(outputs), each))?;
        let features = memory::in_time(self.recipe, self.search, features);
        let features = memory::features(self.recipe, [prepared.standards.len(), self.train.rows()], features)?;
        let features = budget::in_time(size, (F::CONTRACT, map.shape(outputs)), Extras::of(self.recipe), features)?;
        let deviations = map.deviations();
        let rounding = F::levels().map(|limit| Rounding { limit, deviations: &deviations, step: F::nearest_step });
        let find = Find { rounding, on_device: &|candidates| map.quantise_candidates(candidates), ..find };
        let found = find.features(Sample { rows: &prepared.rows, targets: &prepared.targets }, features)?;
        map.fold(&found.map);
        Ok((map, found))
    }

    /// The search for features of a bandwidth, before the words of the device are planned.
    fn find(&self, bandwidth: f64) -> Result<Find<'_>> {
        let Table { groups, sample_weights, teacher, targets, .. } = self.train;
        let classes = match targets {
            Targets::Classes { index, .. } if teacher.is_some() => Some(index.as_slice()),
            _ => None,
        };
        Ok(Find {
            recipe: self.recipe,
            scaled: Scaled { name: self.kernel(), bandwidth },
            head: self.head()?,
            rounding: None,
            patch: self.patch()?,
            schedule: self.schedule,
            goal: self.goal,
            search: self.search,
            classes,
            groups,
            sample_weights,
            on_device: &|candidates| candidates,
        })
    }

    /// The bytes of what the model answers beside its scores.
    fn extra_bytes<F: FoldFormat>(&self, outputs: usize) -> usize {
        let probability = if self.recipe.probability { probability::size::<F>(outputs as u16) } else { 0 };
        let novelty = if self.recipe.novelty.is_some() { novelty::size::<F>() } else { 0 };
        let early = if self.recipe.early.is_some() { budget::of_stages::<F>(BLOCK_HEAD) } else { 0 };
        let values = if targets::units(&self.train.targets).is_empty() { 0 } else { values::size(outputs as u16) };
        let asked = self.recipe.interval.as_ref();
        let interval = asked.map_or(0, |asked| interval::size(outputs as u16, asked.ranges, F::Score::SIZE));
        probability + novelty + early + values + interval
    }
}

/// The head that was learned together with its features.
fn learned_head(trained: Trained, map: &FeatureMap) -> Weighted {
    let head = Linear { weights: trained.weights, bias: trained.bias };
    let words = HeadWords::of(&head, trained.unit).times(quantise::full_scale(map));
    let order = (0..words.words.nrows()).collect();
    Weighted { words, error: trained.error, ridge: None, order }
}

/// The features by their mean share in the scores, largest first: deviation times the norm of the
/// head's row.
fn by_weight(head: &DMatrix<f64>, deviations: Vec<f64>) -> Vec<usize> {
    let weights: Vec<f64> = head.row_iter().zip(deviations).map(|(row, deviation)| row.norm() * deviation).collect();
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by(|a, b| weights[*b].total_cmp(&weights[*a]));
    order
}
