//! The candidates of windows, computed for training windows.

use super::family::Family;
use super::features::read;
use super::options::WindowOptions;
use super::room::Room;
use crate::data::{Groups, Inputs, Table, Targets, shuffled};
use crate::error::{Error, Result};
use crate::features::pick::{Cost, elimination};
use crate::fit::targets::targets;
use crate::recipe::Recipe;
use crate::series::{self, Candidate, Layout, Signal, Turns};
use nalgebra::DMatrix;
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The deviation below which a candidate hardly differs between windows, as a share of the largest.
const LEAST_DEVIATION: f64 = 1.0 / 32.0;

/// The rankings that are known, by the family, the windows, and whether these were turned.
type Rankings = HashMap<(Family, Vec<usize>, bool), Arc<Vec<usize>>>;

/// The candidates of windows, computed for training windows.
pub(super) struct Pool {
    /// The channels.
    pub(super) signal: Signal,
    candidates: Vec<Candidate>,
    /// What each costs in the room.
    costs: Vec<Cost>,
    /// The room of a linear model.
    pub(super) room: Room,
    /// What the candidates are of each window, `candidates x windows`.
    pub(super) features: DMatrix<f64>,
    /// What they are of each window after a turn, where models learn from such windows too.
    turned: Option<(Turns, DMatrix<f64>)>,
    /// The targets of a regression, `outputs x windows`.
    pub(super) targets: DMatrix<f64>,
    /// Whether these stand for classes.
    pub(super) is_class: bool,
    /// The groups of the windows.
    pub(super) groups: Groups,
    /// Their weights.
    pub(super) weights: Vec<f64>,
    /// The rows of the windows in their table, in order.
    pub(super) rows: Vec<usize>,
    known: Mutex<Rankings>,
}

impl Pool {
    /// Computes the candidates of the windows of a table, or of `most` where there are more.
    pub(super) fn of(train: &Table, windows: &WindowOptions, (recipe, most): (&Recipe, usize)) -> Result<Pool> {
        let seed = recipe.seed;
        let usage = |what: String| Error::Usage(format!("--series: {what}"));
        let layout = Layout::find(&train.inputs.names, &windows.channels).map_err(usage)?;
        check(&layout).map_err(Error::Usage)?;
        let stride = windows.stride.unwrap_or(layout.length() as u16);
        let signal = Signal { cut: windows.cut.clone(), ..Signal::learn(&train.inputs, &layout, stride) };
        let mut rows = shuffled(train.rows(), seed);
        rows.truncate(most);
        rows.sort_unstable();
        let windows = samples(&signal, &train.inputs, &layout, &rows);
        let all = series::candidates(&signal, &windows, seed);
        let features = matrix(&signal, &all, &windows)?;
        let (candidates, features) = lively(&all, features);
        if candidates.is_empty() {
            return Err(Error::Usage("all channels of the windows are constant, or nearly".to_owned()));
        }
        let signal = Signal { candidates: all.len(), ..signal };
        let is_class = matches!(train.targets, Targets::Classes { .. });
        let part = train.select(&rows);
        let (targets, groups, weights) = (targets(&part), part.groups, part.sample_weights);
        let room = Room::of_linear(recipe, targets.nrows());
        let cost = |&candidate: &Candidate| room.cost(&signal, candidate);
        let costs = candidates.iter().map(cost).collect::<Result<_>>()?;
        let known = Mutex::default();
        let turned = None;
        Ok(Pool { costs, room, signal, candidates, features, turned, targets, is_class, groups, weights, rows, known })
    }

    /// Turns each window, for models to learn from both; returns false where no sensor has three
    /// axes, or windows have an order in time.
    pub(super) fn turn(&mut self, train: &Table, seed: u64) -> Result<bool> {
        let Some(turns) = Turns::of(&self.signal, seed).filter(|_| self.groups.copied(0, 0).is_some()) else {
            return Ok(false);
        };
        let layout = self.signal.layout(&train.inputs.names).map_err(Error::Usage)?;
        let readings = |&row: &usize| turns.readings(&self.signal, (&train.inputs, &layout), (row, 0));
        let windows: Vec<Vec<u16>> = self.rows.par_iter().map(|row| self.signal.samples(&readings(row))).collect();
        let features = matrix(&self.signal, &self.candidates, &windows)?;
        self.turned = Some((turns, features));
        Ok(true)
    }

    /// Leaves the windows as they are.
    pub(super) fn turn_back(&mut self) {
        self.turned = None;
    }

    /// The turns of windows, where models learn from such windows too.
    pub(super) fn turns(&self) -> Option<Turns> {
        self.turned.as_ref().map(|(turns, _)| turns.clone())
    }

    /// Some candidates of windows that a model learns from, `candidates x windows`, with the places
    /// of these windows: those after a turn follow.
    pub(super) fn learnt(&self, candidates: &[usize], windows: &[usize]) -> (DMatrix<f64>, Vec<usize>) {
        let of = |features: &DMatrix<f64>| features.select_rows(candidates).select_columns(windows);
        let own = of(&self.features);
        let Some((_, turned)) = &self.turned else { return (own, windows.to_vec()) };
        let columns: Vec<_> =
            own.column_iter().chain(of(turned).column_iter()).map(|column| column.into_owned()).collect();
        (DMatrix::from_columns(&columns), windows.repeat(2))
    }

    /// Returns whether a family has candidates.
    pub(super) fn has(&self, family: Family) -> bool {
        self.candidates.iter().any(|candidate| family.has(candidate.pooling))
    }

    /// Ranks the candidates of a family, the most useful first.
    pub(super) fn ranking(&self, family: Family) -> Arc<Vec<usize>> {
        self.ranking_by(family, &(0..self.rows.len()).collect::<Vec<_>>())
    }

    /// The same, by some windows.
    pub(super) fn ranking_by(&self, family: Family, windows: &[usize]) -> Arc<Vec<usize>> {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let mut windows = windows.to_vec();
        windows.sort_unstable();
        let key = (family, windows, self.turned.is_some());
        if let Some(ranking) = known().get(&key) {
            return Arc::clone(ranking);
        }
        let ranking = Arc::new(self.eliminated(family, &key.1));
        known().insert(key, Arc::clone(&ranking));
        ranking
    }

    fn eliminated(&self, family: Family, windows: &[usize]) -> Vec<usize> {
        let own: Vec<usize> =
            (0..self.candidates.len()).filter(|&at| family.has(self.candidates[at].pooling)).collect();
        // as many windows as without turns, for a ranking of more takes long
        let features = self.turned.as_ref().map_or(&self.features, |(_, turned)| turned);
        let features = DMatrix::from_fn(own.len(), windows.len(), |i, j| features[(own[i], windows[j])]);
        let places: Vec<_> = own.iter().map(|&at| self.candidates[at].place()).collect();
        let group = |place| places.partition_point(|other| other < place);
        let places: Vec<_> = own.iter().zip(&places).map(|(&at, place)| (group(place), self.costs[at])).collect();
        let ranking = elimination(features, self.targets.select_columns(windows), &places);
        ranking.into_iter().map(|place| own[place]).collect()
    }

    /// The number of outputs.
    pub(super) fn outputs(&self) -> usize {
        self.targets.nrows()
    }

    /// The candidates of places.
    pub(super) fn candidates(&self, places: &[usize]) -> Vec<Candidate> {
        places.iter().map(|&at| self.candidates[at]).collect()
    }
}

/// The candidates whose values differ enough between windows to share the scale of their weights
/// with the others; none, where no channel differs.
fn lively(all: &[Candidate], features: DMatrix<f64>) -> (Vec<Candidate>, DMatrix<f64>) {
    let deviations: Vec<f64> = features.row_iter().map(|row| row.variance().sqrt()).collect();
    let above = |least: f64| (0..all.len()).filter(|&at| deviations[at] > least).collect::<Vec<_>>();
    let kept = above(LEAST_DEVIATION * deviations.iter().copied().fold(0.0, f64::max));
    (kept.iter().map(|&at| all[at]).collect(), features.select_rows(&kept))
}

/// Checks that the device can hold the windows.
fn check(layout: &Layout) -> std::result::Result<(), String> {
    let (length, most) = (layout.length(), usize::from(kernelet::window::LONGEST));
    match layout.channels.len() {
        _ if length > most => Err(format!("windows of {length} samples, and the most are {most}")),
        channels @ 256.. => Err(format!("{channels} channels, and the most are 255")),
        _ => Ok(()),
    }
}

/// The samples of the windows in some rows.
fn samples(signal: &Signal, inputs: &Inputs, layout: &Layout, rows: &[usize]) -> Vec<Vec<u16>> {
    rows.par_iter().map(|&row| signal.samples(&signal.readings(inputs, layout, row))).collect()
}

/// The candidates of each window, `candidates x windows`.
fn matrix(signal: &Signal, candidates: &[Candidate], windows: &[Vec<u16>]) -> Result<DMatrix<f64>> {
    let bytes = series::section(signal, candidates);
    let rows = series::features(&read(&bytes)?, windows);
    let mut matrix = DMatrix::zeros(candidates.len(), windows.len());
    for (mut column, row) in matrix.column_iter_mut().zip(rows) {
        column.iter_mut().zip(row).for_each(|(place, value)| *place = f64::from(value));
    }
    Ok(matrix)
}
