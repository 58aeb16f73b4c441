//! What the scores begin with: a constant, a linear part, or features of a kernel.

use super::targets::answers;
use super::{Draft, FitPlan, Prepared, budget};
use crate::data::Table;
use crate::error::{Error, Result};
use crate::features::find::{Find, Found};
use crate::features::kernel;
use crate::features::kernel::Scaled;
use crate::features::kernel::rule as bandwidth;
use crate::features::kernel::rule::spread;
use crate::features::map::FeatureMap;
use crate::features::pool::Sample;
use crate::features::refine::joint::Rounding;
use crate::head::{Linear, Problem};
use crate::pack::cost::Extras;
use crate::pack::{DeviceMap, Parts};
use crate::quantise;
use crate::quantise::{FoldFormat, HeadRequest, HeadWords};
use crate::recipe::{Bandwidth, HeadName, Method, Recipe, Ridge, Size};
use kernelet::novelty;
use kernelet::packed::BLOCK_HEAD;
use kernelet::probability;
use kernelet::word::Quantise;
use nalgebra::{DMatrix, DVector, RowDVector};

/// Features drawn to plan the scaling of the inputs.
const SAMPLE: usize = 64;
/// The bandwidth at which learning starts, a multiple of the mean distance to the 50th nearest neighbour.
const START: f64 = 2.0;

impl FitPlan<'_> {
    /// The scores that are best for all rows alike.
    pub(super) fn prior(&self, prepared: &Prepared) -> Vec<f64> {
        let (_, outputs) = answers(&self.train.targets);
        let sample_weights = RowDVector::from_row_slice(&self.train.sample_weights);
        let rows = sample_weights.sum();
        let share = |k: usize| {
            let of_class = (0..sample_weights.len()).filter(|&n| prepared.targets[(k, n)] > 0.0);
            (of_class.map(|n| sample_weights[n]).sum::<f64>() + 0.5) / (rows + 1.0)
        };
        let best = |k: usize| match self.head() {
            // the mean is what squares and squared hinges of 1 and -1 are least at
            Ok(HeadName::Ridge | HeadName::Svm) | Err(_) => prepared.targets.row(k).dot(&sample_weights) / rows,
            _ if outputs > 1 => share(k).ln(),
            _ => (share(k) / (1.0 - share(k))).ln(),
        };
        (0..outputs).map(best).collect()
    }

    /// The scores before any block.
    pub(super) fn constant<F: FoldFormat>(&self, prepared: &Prepared) -> Draft {
        let (task, _) = answers(&self.train.targets);
        let bias = self.prior(prepared);
        let largest = bias.iter().fold(0.0f64, |most, bias| most.max(bias.abs()));
        let none = DMatrix::zeros(prepared.standards.len(), 0);
        let scalings = quantise::plan_scalings(&prepared.standards, &none, F::levels());
        let mut parts = Parts::new(task, scalings, bias);
        // as fine as the smallest words for biases; ferns choose the worth of a score themselves
        parts.rescale(if largest > 0.0 { largest / i16::LIMIT } else { 1.0 });
        Draft::of(parts)
    }

    /// The inputs times weights: a linear feature for each output, and a head that mixes them.
    pub(super) fn linear<F: FoldFormat>(&self, prepared: &Prepared) -> Result<Draft> {
        let head = self.head()?;
        let (task, _) = answers(&self.train.targets);
        let weights = DVector::from_element(prepared.standards.len(), 1.0);
        let sample_weights = DVector::from_column_slice(&self.train.sample_weights);
        let inputs =
            Problem { features: prepared.rows.clone(), weights, targets: prepared.targets.clone(), sample_weights };
        let exact = quantise::fit_head(inputs, &HeadRequest { levels: None, ..self.ask::<F>(head) });
        let HeadWords { words, bias, .. } = exact.head;
        // one score is mixed for its loss; several for theirs would take long, and come as near by those that are wanted
        let (head, wanted) = match bias.len() {
            1 => (head, prepared.targets.clone()),
            _ => (
                HeadName::Ridge,
                words.tr_mul(&prepared.rows) + bias * RowDVector::from_element(prepared.rows.ncols(), 1.0),
            ),
        };
        let map = DeviceMap::<F>::plan(&prepared.standards, &FeatureMap::linear(words), task);
        let mixed = map.problem(&self.train.inputs, wanted, &self.train.sample_weights);
        let settled = quantise::fit_head(mixed, &HeadRequest { ridge: Ridge::Auto, ..self.ask::<F>(head) });
        Ok(Draft { ridge: Some(exact.ridge), ..Draft::of(map.parts(&settled.head)) })
    }

    /// Features of a kernel with their head.
    pub(super) fn features<F: FoldFormat>(&self, prepared: &Prepared) -> Result<Draft> {
        let head = self.head()?;
        let bandwidth = self.bandwidth::<F>(prepared)?;
        let (map, Found { map: found, head: trained, stopped }) = self.map::<F>(prepared, bandwidth, &self.size())?;
        let schedule = trained.as_ref().map(|trained| trained.schedule);
        let (words, error, ridge, order) = match trained {
            Some(trained) => {
                let words = HeadWords::of(&Linear { weights: trained.weights, bias: trained.bias }, trained.unit)
                    .times(quantise::full_scale(&found));
                let order = (0..words.words.nrows()).collect();
                (words, trained.error, None, order)
            }
            None => {
                let problem = map.problem(&self.train.inputs, prepared.targets.clone(), &self.train.sample_weights);
                let deviations = problem.features.row_iter().map(|feature| feature.variance().sqrt()).collect();
                let settled = quantise::fit_head(problem, &self.ask::<F>(head));
                let order = by_weight(&settled.head.words, deviations);
                (settled.head, settled.error, Some(settled.ridge), order)
            }
        };
        let parts = match self.recipe.early {
            None => map.parts(&words),
            Some(_) => map.in_stages(&words, &order).ok_or_else(|| {
                Error::Usage("--early takes features one after the other: it goes with rows that are stored".to_owned())
            })?,
        };
        Ok(Draft { parts, bandwidth: Some(bandwidth), ridge, stopped, error: Some(error), schedule })
    }

    /// The bandwidth, where it is searched for by running the flow on a part of the rows with few features.
    fn bandwidth<F: FoldFormat>(&self, prepared: &Prepared) -> Result<f64> {
        if self.recipe.method == Method::Learned && self.recipe.bandwidth == Bandwidth::Auto {
            return Ok(START * kernel::knn50(&prepared.rows));
        }
        let rows = spread(self.train.rows(), bandwidth::ROWS);
        let part = self.train.inputs.select(&rows);
        let targets = prepared.targets.select_columns(&rows);
        let groups = &self.train.groups.select(&rows);
        let sample_weights: Vec<f64> = rows.iter().map(|&row| self.train.sample_weights[row]).collect();
        let features = usize::from(self.recipe.size.features.unwrap_or(u16::MAX)).min(bandwidth::FEATURES);
        let size = Size::of(features as u16);
        // what learning starts from stands for what it would learn, which takes long
        let method = match self.recipe.method {
            Method::Kernel(_) | Method::Supervise => Method::Drawn(self.recipe.method.draw()),
            own => own,
        };
        let recipe = Recipe { method, ..self.recipe.clone() };
        let plan = FitPlan { recipe: &recipe, ..*self };
        bandwidth::resolve(self.recipe.bandwidth, &prepared.rows, |bandwidth| {
            let (map, _) = plan.map::<F>(prepared, bandwidth, &size)?;
            // by the squared error whatever the head, since that needs no rows held out and little time
            let problem = map.problem(&part, targets.clone(), &sample_weights);
            Ok(quantise::fit_head(problem, &HeadRequest { groups, ..self.ask::<F>(HeadName::Ridge) }).error)
        })
    }

    /// Finds the features that the size allows and brings them into the device's words.
    fn map<F: FoldFormat>(&self, prepared: &Prepared, bandwidth: f64, size: &Size) -> Result<(DeviceMap<F>, Found)> {
        let (task, outputs) = answers(&self.train.targets);
        let scaled = Scaled { name: self.kernel(), bandwidth };
        let (recipe, head, schedule, judged) = (self.recipe, self.head()?, self.schedule, self.judged);
        let Table { groups, sample_weights, .. } = self.train;
        let search = self.search;
        let settled = &|candidates| candidates;
        let find =
            Find { recipe, scaled, head, words: None, schedule, judged, search, groups, sample_weights, settled };
        let mut map = DeviceMap::<F>::plan(&prepared.standards, &find.draw(prepared.standards.len(), SAMPLE)?, task);
        let (bare, each) = map.bytes(outputs);
        let probable = if recipe.probability { probability::size::<F>(outputs as u16) } else { 0 };
        let novel = if recipe.novelty.is_some() { novelty::size::<F>() } else { 0 };
        let early = if recipe.early.is_some() { budget::of_stages::<F>(BLOCK_HEAD) } else { 0 };
        let features = budget::features(size, (bare + probable + novel + early, each))?;
        let features = budget::in_time(size, (F::CONTRACT, map.shape(outputs)), Extras::of(recipe), features)?;
        let deviations = map.deviations();
        let words = F::levels().map(|limit| Rounding { limit, deviations: &deviations, step: F::nearest_step });
        let find = Find { words, settled: &|candidates| map.quantise_candidates(candidates), ..find };
        let found = find.features(Sample { rows: &prepared.rows, targets: &prepared.targets }, features)?;
        map.fold(&found.map);
        Ok((map, found))
    }
}

/// Features by what they add to the scores in the mean, the most first: their deviations times the length of their head's row.
fn by_weight(head: &DMatrix<f64>, deviations: Vec<f64>) -> Vec<usize> {
    let weights: Vec<f64> = head.row_iter().zip(deviations).map(|(row, deviation)| row.norm() * deviation).collect();
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by(|a, b| weights[*b].total_cmp(&weights[*a]));
    order
}
