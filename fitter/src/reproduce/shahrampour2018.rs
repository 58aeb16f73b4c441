//! Shahrampour, Beirami and Tarokh 2018: the experiments behind their tables and figures.

use super::Cell;
use super::labelled::{Labelled, Raw};
use super::pairs::Parts;
use super::set::Set;
use crate::data::shuffled;
use crate::error::Result;
use crate::features::kernel;
use crate::features::kernel::Map;
use crate::features::kernel::Scaled;
use crate::features::loss::Loss;
use crate::features::loss::{Logistic, Softmax};
use crate::features::map::FeatureMap;
use crate::features::pick::{self, Picker, Top, Wanted};
use crate::features::pool::{Pool, Sample};
use crate::features::score::{Energy, Scorer};
use crate::head::{Problem, solver};
use crate::metrics::Repeats;
use crate::recipe::{Draw, KernelName, Selection};
use nalgebra::{DMatrix, DVector};
use std::path::Path;
use std::time::Instant;

/// Rows out of five that regularisations are compared on.
const HELD_OUT: usize = 5;

/// A data set and what the paper does with it.
#[derive(Clone, Copy)]
pub(super) struct Case {
    pub set: Set,
    /// The official test file, if there is one.
    pub more: &'static [&'static str],
    /// Training rows, the first of the file; or a share of all at random, by repeat.
    pub train: Train,
    pub kernel: KernelName,
    /// `M`, smallest first.
    pub features: &'static [usize],
    /// `M0` at the largest `M`.
    pub candidates: usize,
    /// `N / N0`.
    pub rows: usize,
    /// Repeats, and those of a quick run.
    pub repeats: [u64; 2],
}

/// Which rows are trained on.
#[derive(Clone, Copy)]
pub(super) enum Train {
    /// So many at the head of the files.
    First(usize),
    /// Two thirds at random.
    Random,
}

pub(super) const ADULT: Case = Case {
    set: Set { name: "adult", file: "a9a/train.csv.gz", inputs: 123, ignore: &[], note: None },
    more: &["a9a/test.csv.gz"],
    train: Train::First(32_561),
    kernel: KernelName::Gaussian,
    features: &[20, 40, 60, 80, 100],
    candidates: 2_000,
    rows: 20,
    repeats: [5, 2],
};

pub(super) const MNIST: Case = Case {
    set: Set {
        name: "mnist",
        file: "mnist/train.csv.gz",
        inputs: 784,
        ignore: &[],
        note: Some("26,000 of the 60,000 training rows"),
    },
    more: &["mnist/test.csv.gz"],
    train: Train::First(26_000),
    kernel: KernelName::Gaussian,
    features: &[50, 150, 300, 450],
    candidates: 10_000,
    rows: 5,
    repeats: [2, 1],
};

/// Stands in for the paper's regressions, whose data are not to be had here.
pub(super) const SPAM: Case = Case {
    set: Set {
        name: "spam",
        file: "spambase/data.csv.gz",
        inputs: 57,
        ignore: &[],
        note: Some("stands in for Buzz and News"),
    },
    more: &[],
    train: Train::Random,
    kernel: KernelName::Gaussian,
    features: &[20, 50, 100, 200],
    candidates: 4_000,
    rows: 1,
    repeats: [10, 3],
};

pub(super) const LETTER: Case = Case {
    set: Set { name: "letter", file: "letter/train.csv.gz", inputs: 16, ignore: &[], note: None },
    more: &["letter/test.csv.gz"],
    train: Train::First(15_000),
    kernel: KernelName::Arccos2,
    features: &[100],
    candidates: 500,
    rows: 1,
    repeats: [5, 1],
};

pub(super) const HANDS: Case = Case {
    set: Set {
        name: "hand",
        file: "har-smartphone/features.csv.gz",
        inputs: 78,
        ignore: &["subject"],
        note: Some("78 columns and 2,947 rows of the paper's 561 and 10,299, two thirds at random"),
    },
    more: &[],
    train: Train::Random,
    kernel: KernelName::Linear,
    features: &[11],
    candidates: 78,
    rows: 1,
    repeats: [10, 3],
};

/// A method of the paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Way {
    /// The paper's RKS: as drawn.
    Drawn(Draw),
    /// EERF, with the targets as they are or centred.
    Energy { centred: bool },
    /// Another method that chooses, scores_held_out on as many rows.
    Selected(Selection),
}

impl Way {
    /// Its name here; the paper's own form of EERF is told from that of the command.
    pub fn name(self) -> String {
        match self {
            Way::Drawn(draw) => draw.to_string(),
            Way::Energy { centred: true } => "eerf".to_owned(),
            Way::Energy { centred: false } => "eerf plain".to_owned(),
            Way::Selected(selection) => selection.to_string(),
        }
    }
}

/// How many classes are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heads {
    /// One output for each, the multinomial logistic regression; for two classes one.
    Joint,
    /// One output for each two of them.
    Pairs,
}

/// One measurement of a case.
#[derive(Clone, Copy)]
pub(super) struct CurveTrial {
    pub way: Way,
    /// `M`.
    pub features: usize,
    pub heads: Heads,
    pub quick: bool,
}

impl CurveTrial {
    /// The way's name, and how classes are told where that is by pairs.
    fn name(&self) -> String {
        let pairs = if self.heads == Heads::Pairs { ", pairs" } else { "" };
        format!("{}{pairs}", self.way.name())
    }
}

/// What a case is measured on.
pub(super) struct Given {
    pub data: Labelled,
    pub scaled: Scaled,
}

/// Errors in percent and seconds, one for each repeat.
#[derive(Default)]
pub(super) struct Outcomes {
    pub errors: Vec<f64>,
    pub choosing: Vec<f64>,
    pub training: Vec<f64>,
    pub testing: Vec<f64>,
}

impl Outcomes {
    /// A cell of some of the values, without the paper's figure.
    pub fn cell(case: &Case, trial: CurveTrial, (quantity, values): (&'static str, Vec<f64>)) -> Cell {
        let Repeats { mean, std, values } = Repeats::of(values);
        let (data, method, features) = (case.set.name.to_owned(), trial.name(), trial.features);
        let note = case.set.note.map(str::to_owned);
        Cell { data, method, quantity, features, paper: None, mean, std, repeats: values.len(), note }
    }
}

impl Case {
    /// Its rows, standardised by those that are trained on, and its kernel, by the first repeat's.
    ///
    /// # Errors
    /// Those of reading the files.
    pub fn read(&self, folder: &Path) -> Result<Given> {
        let learn = if let Train::First(rows) = self.train { rows } else { usize::MAX };
        let data = Raw::read(&self.set, self.more, folder)?.standardised(learn);
        let bandwidth = match self.kernel {
            KernelName::Gaussian => kernel::knn50(&self.split(&data, 0)[0].rows),
            _ => 1.0,
        };
        Ok(Given { data, scaled: Scaled { name: self.kernel, bandwidth } })
    }

    /// How many classes can be told apart: by one head alone for two.
    pub fn heads(&self, given: &Given) -> &'static [Heads] {
        if given.data.count == 2 { &[Heads::Joint] } else { &[Heads::Joint, Heads::Pairs] }
    }

    /// Repeats with seeds from 0 on.
    ///
    /// # Errors
    /// Where kernel and draw do not go together.
    pub fn run(&self, given: &Given, CurveTrial { way, features, heads, quick }: CurveTrial) -> Result<Outcomes> {
        let mut outcomes = Outcomes::default();
        for seed in 0..self.repeats[usize::from(quick)] {
            let [train, test] = self.split(&given.data, seed);
            let started = Instant::now();
            let map = self.map(way, &train, given.scaled, [features, seed as usize])?;
            outcomes.choosing.push(started.elapsed().as_secs_f64());
            let lambda = best(&problem(&map, &train), &train, heads);
            let started = Instant::now();
            let head = fit(&problem(&map, &train), &train, heads)(lambda);
            outcomes.training.push(started.elapsed().as_secs_f64());
            let started = Instant::now();
            outcomes.errors.push(test.error(&head(&map.phased(&test.rows))));
            outcomes.testing.push(started.elapsed().as_secs_f64());
        }
        Ok(outcomes)
    }

    fn split(&self, data: &Labelled, seed: u64) -> [Labelled; 2] {
        let (order, rows) = match self.train {
            Train::First(rows) => ((0..data.classes.len()).collect(), rows),
            Train::Random => (shuffled(data.classes.len(), seed), data.classes.len() * 2 / 3),
        };
        [data.select(&order[..rows]), data.select(&order[rows..])]
    }

    /// The features of a way, chosen on `N0` rows at random.
    fn map(&self, way: Way, train: &Labelled, scaled: Scaled, [features, seed]: [usize; 2]) -> Result<FeatureMap> {
        let inputs = train.rows.nrows();
        let largest = self.features[self.features.len() - 1];
        let candidates = self.candidates * features / largest;
        let draw = |draw, count| match scaled.name {
            KernelName::Linear => Ok(columns(inputs, count, seed as u64)),
            _ => FeatureMap::of(draw, scaled, [inputs, count], seed as u64),
        };
        let method = match way {
            Way::Drawn(method) => return draw(method, features),
            Way::Selected(selection) => Some(pick::plan(selection)),
            Way::Energy { .. } => None,
        };
        let candidates = if scaled.name == KernelName::Linear { inputs } else { candidates };
        let map = draw(Draw::MonteCarlo, candidates)?;
        let mut rows = shuffled(train.classes.len(), seed as u64);
        rows.truncate(train.classes.len() / self.rows);
        let part = train.select(&rows);
        let targets = part.targets();
        let pool = Pool::phased(map, scaled, Sample { rows: &part.rows, targets: &targets });
        let wanted = Wanted { features, seed: seed as u64 };
        let picked = match (&method, way) {
            (Some(choice), _) => choice.picker.pick(&pool, &*choice.scorer, wanted),
            (None, Way::Energy { centred }) => Top.pick(&pool, &Energy { centred } as &dyn Scorer, wanted),
            _ => Top.pick(&pool, &crate::features::score::Even, wanted),
        };
        Ok(pool.map.select(&picked))
    }
}

/// Some of the inputs themselves, each at most once: the linear kernel's features.
fn columns(inputs: usize, count: usize, seed: u64) -> FeatureMap {
    let order = shuffled(inputs, seed);
    let count = count.min(inputs);
    let frequencies = DMatrix::from_fn(inputs, count, |i, m| f64::from(u8::from(order[m] == i)));
    let (phases, weights) = (DVector::zeros(count), DVector::from_element(count, 1.0));
    FeatureMap { map: Map::Linear, frequencies, phases, weights, structure: None, steps: None }
}

/// The head's problem: features are over the root of their number.
fn problem(map: &FeatureMap, data: &Labelled) -> Problem {
    let weights = &map.weights / (map.phases.len() as f64).sqrt();
    Problem::new(map.phased(&data.rows), weights, data.targets())
}

/// Scores of features.
type Scores = Box<dyn Fn(&DMatrix<f64>) -> DMatrix<f64>>;

/// Logistic regression on features with a bias, `1/N sum_n c(theta^T z_n + b, y_n) + lambda |theta|^2`, as the paper has it
/// but for the bias; for any `lambda`.
fn fit<'a>(problem: &'a Problem, data: &Labelled, heads: Heads) -> Box<dyn Fn(f64) -> Scores + 'a> {
    if heads == Heads::Pairs {
        let parts = Parts::new(problem, &data.classes, data.count);
        return Box::new(move |lambda| {
            let pairs = parts.solve(2.0 * lambda);
            Box::new(move |features| pairs.scores(features))
        });
    }
    let loss: &dyn Loss = if data.count == 2 { &Logistic } else { &Softmax };
    let solver = solver(loss, problem);
    Box::new(move |lambda| {
        let head = solver.minimise(2.0 * lambda, None);
        Box::new(move |features| head.scores(features))
    })
}

/// The `lambda` of the paper's grid, `1e-5` to `1e5`, with the least error on a fifth of the rows; of equal ones the
/// largest.
fn best(problem: &Problem, data: &Labelled, heads: Heads) -> f64 {
    let (held, kept): (Vec<usize>, Vec<usize>) = (0..problem.rows()).partition(|n| n % HELD_OUT == 0);
    let (tests, part) = (problem.features.select_columns(&held), problem.select(&kept));
    let (held, kept) = (data.select(&held), data.select(&kept));
    let fit = fit(&part, &kept, heads);
    let mut best = (f64::INFINITY, 0);
    for power in (-5..=5).rev() {
        let error = held.error(&fit(10f64.powi(power))(&tests));
        if error < best.0 {
            best = (error, power);
        }
    }
    10f64.powi(best.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::draw::{MonteCarlo, Sampler};

    fn given() -> Given {
        let rows = MonteCarlo.normals(6, 900, 1);
        let classes = (0..900).map(|n| usize::from(rows[(2, n)] + 0.5 * rows[(4, n)] > 0.2)).collect();
        let scaled = Scaled { name: KernelName::Linear, bandwidth: 1.0 };
        Given { data: Labelled { rows, classes, count: 2 }, scaled }
    }

    fn trial(way: Way) -> CurveTrial {
        CurveTrial { way, features: 2, heads: Heads::Joint, quick: false }
    }

    /// Of a linear rule on inputs 2 and 4 the energy finds these two, and two inputs are then enough: an error of a few
    /// percent, against a third for two inputs that say nothing.
    #[test]
    fn energy_finds_the_inputs_that_matter() {
        let case = Case { features: &[2], candidates: 6, repeats: [3, 1], ..HANDS };
        for centred in [false, true] {
            let outcomes = case.run(&given(), trial(Way::Energy { centred })).expect("they go together");
            assert!(outcomes.errors.iter().all(|error| *error < 4.0), "{:?}", outcomes.errors);
        }
        let drawn = case.run(&given(), trial(Way::Drawn(Draw::MonteCarlo))).expect("they go together");
        assert!(Repeats::of(drawn.errors.clone()).mean > 10.0, "{:?}", drawn.errors);
    }

    #[test]
    fn columns_are_inputs_in_some_order() {
        let map = columns(5, 9, 3);
        let rows = MonteCarlo.normals(5, 7, 1);
        let order = shuffled(5, 3);
        assert_eq!(map.phased(&rows), rows.select_rows(&order));
    }
}
