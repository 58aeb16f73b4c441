//! One measurement of a case.

use super::case::{Case, CaseData};
use super::features::CaseFeatures;
use super::heads::{Heads, Scores};
use super::method::CaseMethod;
use super::outcomes::{Outcomes, QUANTITIES};
use crate::error::Result;
use crate::features::kernel::Scaled;
use crate::features::pick::Wanted;
use crate::metrics::Repeats;
use crate::reproduce::cell::Cell;
use crate::reproduce::data_set::Quantity;
use crate::reproduce::kernel_machine::{MOST, MachineLoss, MachineProblem};
use crate::reproduce::labelled::{Labelled, Labels};
use std::time::Instant;

/// The largest number of repeats of exact kernel machines, which take long.
const EXACT: u64 = 3;

/// One measurement of a case: a method at a number of features.
#[derive(Clone, Copy)]
pub struct CaseTrial {
    /// The method.
    pub method: CaseMethod,
    /// The number of features `M`.
    pub features: usize,
    /// The heads that separate the classes.
    pub heads: Heads,
    /// True for the repeats of a quick run.
    pub quick: bool,
}

impl CaseTrial {
    /// Runs the repeats, with seeds from 0 on.
    ///
    /// # Errors
    /// The errors of finding features.
    pub fn run(&self, case: &Case, data: &CaseData) -> Result<Outcomes> {
        let mut outcomes = Outcomes::default();
        let repeats = case.repeats[usize::from(self.quick)];
        let repeats = if self.method == CaseMethod::Exact { repeats.min(EXACT) } else { repeats };
        for seed in 0..repeats {
            let [train, test] = case.split(&data.rows, seed);
            let started = Instant::now();
            let features = case.features(self.method, &train, data.scaled, Wanted::new(self.features, seed))?;
            outcomes.choosing.push(started.elapsed().as_secs_f64());
            let (scores, seconds) = match features {
                Some(map) => self.on_features(map, &train),
                None => exact(data.scaled, &train, seed),
            };
            outcomes.training.push(seconds);
            let started = Instant::now();
            outcomes.errors.push(test.error(&scores(&test.rows)));
            outcomes.testing.push(started.elapsed().as_secs_f64());
        }
        Ok(outcomes)
    }

    /// Returns the cell of a quantity, with the paper's figure; an error of values is a root mean
    /// square.
    pub fn cell(&self, data: &CaseData, (name, values): (&'static str, Vec<f64>), paper: Option<f64>) -> Cell {
        let pairs = if self.heads == Heads::Pairs { ", pairs" } else { "" };
        let is_value = matches!(data.rows.labels, Labels::Values(_));
        let name = if is_value && name == QUANTITIES[0] { "rms error %" } else { name };
        let quantity = Quantity { method: format!("{}{pairs}", self.method.name()), name, features: self.features };
        let cell = data.set.cell(quantity, paper, Repeats::of(values));
        let left_out = self.method == CaseMethod::Exact && data.training > MOST;
        let note = left_out.then(|| format!("{MOST} of {} training rows", data.training));
        Cell { note: note.or(cell.note), ..cell }
    }

    /// Fits heads to features, and returns the scores of rows, and the seconds of the last fit.
    fn on_features(&self, map: CaseFeatures, train: &Labelled) -> (Scores, f64) {
        let lambda = self.heads.best_lambda(&map.problem(train), train);
        let started = Instant::now();
        let head = self.heads.fit(&map.problem(train), train)(lambda);
        (Box::new(move |rows| head(&map.of(rows))), started.elapsed().as_secs_f64())
    }
}

/// Learns kernel ridge regressions, of classes one against the rest, likewise.
fn exact(scaled: Scaled, train: &Labelled, seed: u64) -> (Scores, f64) {
    let (rows, targets) = (&train.rows, &train.targets());
    let problem = MachineProblem { loss: MachineLoss::Squares, scaled, rows, targets };
    let ridge = problem.best_ridge(seed, |scores, held| train.select(held).error(scores));
    let started = Instant::now();
    let machine = problem.fit(seed, ridge);
    (Box::new(move |rows| machine.scores(rows)), started.elapsed().as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};
    use crate::recipe::{Draw, KernelName};
    use crate::reproduce::shahrampour2018::cases::HANDS;

    fn data() -> CaseData {
        let rows = MonteCarlo.normals(6, 900, 1);
        let classes = (0..900).map(|n| usize::from(rows[(2, n)] + 0.5 * rows[(4, n)] > 0.2)).collect();
        let scaled = Scaled { name: KernelName::Linear, bandwidth: 1.0 };
        CaseData { set: HANDS.set, training: 600, rows: Labelled::of_classes(rows, classes, 2), scaled }
    }

    fn trial(method: CaseMethod) -> CaseTrial {
        CaseTrial { method, features: 2, heads: Heads::Joint, quick: false }
    }

    /// Of a narrow kernel many samples get no weight, and a regression does without them. The mean
    /// would err by 100 %.
    #[test]
    fn learned_weights_of_zero_do_no_harm() {
        let rows = MonteCarlo.normals(2, 900, 1);
        let labels = Labels::Values(rows.row(0).iter().copied().collect());
        let scaled = Scaled { name: KernelName::Gaussian, bandwidth: 0.5 };
        let data = CaseData { set: HANDS.set, training: 600, rows: Labelled { rows, labels }, scaled };
        let case = Case { kernel: KernelName::Gaussian, repeats: [1, 1], ..HANDS };
        let trial = CaseTrial { features: 150, ..trial(CaseMethod::Stein) };
        let errors = trial.run(&case, &data).expect("they go together").errors;
        assert!(errors[0] < 50.0, "{errors:?}");
    }

    /// The class depends on inputs 2 and 4 linearly. The energy finds these two, which suffice for
    /// an error of a few per cent, against a third with two other inputs.
    #[test]
    fn energy_finds_the_inputs_that_matter() {
        let case = Case { features: &[2], candidates: 6, repeats: [3, 1], ..HANDS };
        for centred in [false, true] {
            let outcomes = trial(CaseMethod::Energy { centred }).run(&case, &data()).expect("they go together");
            assert!(outcomes.errors.iter().all(|error| *error < 4.0), "{:?}", outcomes.errors);
        }
        let drawn = trial(CaseMethod::Drawn(Draw::MonteCarlo)).run(&case, &data()).expect("they go together");
        assert!(Repeats::of(drawn.errors.clone()).mean > 10.0, "{:?}", drawn.errors);
    }
}
