//! Schleif, Kaban and Tino 2017, Table 1: accuracy with all features and with the small set.

use super::Cell;
use super::labelled::{Labelled, Raw};
use super::set::Set;
use crate::data::shuffled;
use crate::error::Result;
use crate::features::kernel;
use crate::features::kernel::Scaled;
use crate::features::loss::Loss;
use crate::features::loss::{Squared, SquaredHinge};
use crate::features::map::FeatureMap;
use crate::features::map::Picked;
use crate::features::pick::{Picker, Small, Wanted};
use crate::features::pool;
use crate::features::pool::{Pool, Sample};
use crate::features::score::Even;
use crate::head::{Problem, solver};
use crate::metrics::Repeats;
use crate::recipe::{Draw, KernelName};
use nalgebra::{DMatrix, DVector};
use rand::SeedableRng;
use rand::distr::{Distribution, Uniform};
use rand_chacha::ChaCha8Rng;
use std::path::Path;
use std::time::Instant;

/// Folds of the cross-validation.
const FOLDS: usize = 10;
/// Parts of the median distance that are tried as `sigma`, on so many spectral samples.
const PARTS: [f64; 4] = [1.0, 0.7, 0.5, 0.35];
const FEW: usize = 200;
/// Least squares without a ridge have but this one, to be defined.
const RIDGE: f64 = 1e-6;

/// A data set with the paper's figures.
struct Published {
    set: Set,
    /// Files after the set's own.
    more: &'static [&'static str],
    /// The classes that are kept, if not all.
    pair: Option<[usize; 2]>,
    /// Rows, at most.
    rows: usize,
    /// `D` and `D*`.
    samples: [usize; 2],
    /// Accuracies of the support vector machine with `D` and `D*`, and of least squares.
    accuracies: [[f64; 2]; 2],
    /// Seconds of a cycle, likewise.
    seconds: [[f64; 2]; 2],
}

const fn set(name: &'static str, file: &'static str, inputs: usize, note: Option<&'static str>) -> Set {
    Set { name, file, inputs, ignore: &[], note }
}

const TABLE: [Published; 7] = [
    Published {
        set: set("spam", "spambase/data.csv.gz", 57, None),
        more: &[],
        pair: None,
        rows: usize::MAX,
        samples: [5_000, 185],
        accuracies: [[92.98, 89.74], [92.87, 89.13]],
        seconds: [[1.0, 0.1], [1.0, 0.1]],
    },
    Published {
        set: set("checker", "", 2, Some("generated; a tenth of a cell is left free at each side")),
        more: &[],
        pair: None,
        rows: usize::MAX,
        samples: [5_000, 20],
        accuracies: [[100.0, 99.96], [100.0, 99.09]],
        seconds: [[1.5, 0.02], [2.0, 0.02]],
    },
    Published {
        set: set("usps", "usps/train.csv.gz", 256, Some("9,298 digits of the paper's 11,000")),
        more: &["usps/test.csv.gz"],
        pair: None,
        rows: usize::MAX,
        samples: [5_000, 820],
        accuracies: [[97.96, 96.85], [98.11, 96.25]],
        seconds: [[19.0, 3.0], [28.15, 4.33]],
    },
    Published {
        set: set("adult", "adult/train.csv.gz", 104, Some("categories as indicators, not the paper's 44 columns")),
        more: &[],
        pair: None,
        rows: usize::MAX,
        samples: [500, 105],
        accuracies: [[82.44, 82.20], [82.48, 82.08]],
        seconds: [[1.0, 0.35], [0.65, 0.14]],
    },
    Published {
        set: set("code-rna", "cod-rna/data.csv.gz", 8, None),
        more: &[],
        pair: None,
        rows: usize::MAX,
        samples: [500, 20],
        accuracies: [[95.31, 91.40], [94.65, 91.27]],
        seconds: [[1.4, 0.21], [1.4, 0.1]],
    },
    Published {
        set: set("mnist", "mnist/train.csv.gz", 784, Some("10,000 rows of 784 pixels, not 60,000 of 256")),
        more: &[],
        pair: None,
        rows: 10_000,
        samples: [5_000, 235],
        accuracies: [[96.30, 89.89], [95.12, 87.12]],
        seconds: [[204.0, 14.0], [90.0, 6.0]],
    },
    Published {
        set: set("cover", "covtype/data.csv.gz", 54, Some("classes 1 and 2 of a sample of 15,535 rows, not 495,141")),
        more: &[],
        pair: Some([0, 1]),
        rows: usize::MAX,
        samples: [1_000, 90],
        accuracies: [[83.44, 75.85], [80.56, 76.18]],
        seconds: [[1_140.0, 48.0], [180.0, 17.0]],
    },
];

/// The paper's two classifiers, one class against the rest. The support vector machine's `C` is 1 (liblinear's objective is
/// `|w|^2/2 + C sum_n loss`); both have a bias.
const HEADS: [(&str, &dyn Loss); 2] = [("svm", &SquaredHinge), ("least-squares", &Squared)];

/// Ten-fold cross-validation on the data sets below `folder`, features paired; `each` is told every figure.
///
/// The paper takes `sigma` from elsewhere without numbers: here it is the part of the median distance that is most accurate.
/// The norm is taken on as many rows as a pool of `D` candidates looks at; candidates are tried one by one, and for `D*`
/// alone in blocks of five too. Models with all features take long, so that they are measured on the first three folds only.
/// `quick` takes two folds, and in one of them all features, but at most 1,000.
///
/// # Errors
/// Those of reading the data.
pub fn measure(folder: &Path, quick: bool, mut each: impl FnMut(&Cell)) -> Result<Vec<Cell>> {
    let (folds, full, most) = if quick { (2, 1, 1_000) } else { (FOLDS, 3, usize::MAX) };
    let mut cells = Vec::new();
    for published in &TABLE {
        let data = published.read(folder)?;
        let bandwidth = bandwidth(&Partition::of(&data, 0))?;
        let all = published.samples[0].min(most);
        let mut outcomes = Outcomes { bandwidth, all, ..Outcomes::default() };
        for fold in 0..folds {
            let parts = Partition::of(&data, fold);
            outcomes.add(&parts, published.samples[0], fold < full)?;
        }
        let new = outcomes.cells(published);
        new.iter().for_each(&mut each);
        cells.extend(new);
    }
    Ok(cells)
}

/// The part of the median distance with the best machine on a few features, the larger of equal ones.
fn bandwidth(fold: &Partition) -> Result<f64> {
    let median = kernel::median(&fold.train.rows);
    let mut best = (0.0, median);
    for part in PARTS {
        let scaled = Scaled { name: KernelName::Gaussian, bandwidth: part * median };
        let map = FeatureMap::of(Draw::MonteCarlo, scaled, [fold.train.rows.nrows(), FEW], 0)?;
        let [(accuracy, _), _] = fold.run(&map);
        if accuracy > best.0 {
            best = (accuracy, part * median);
        }
    }
    Ok(best.1)
}

impl Published {
    fn read(&self, folder: &Path) -> Result<Labelled> {
        if self.set.file.is_empty() {
            return Ok(checkerboard());
        }
        let data = Raw::read(&self.set, self.more, folder)?.standardised(usize::MAX);
        let data = self.pair.map(|classes| data.pair(classes)).unwrap_or(data);
        let mut rows = shuffled(data.classes.len(), 0);
        rows.truncate(self.rows);
        Ok(data.select(&rows))
    }
}

/// A thousand points in each cell of a board of 3 x 3, neighbours of different class, z-scores_held_out.
fn checkerboard() -> Labelled {
    let mut random = ChaCha8Rng::seed_from_u64(0);
    let inside = Uniform::new(0.1, 0.9).expect("a proper range");
    let cell = |n: usize| [n % 3, n / 3 % 3];
    let mut rows = DMatrix::from_fn(2, 9_000, |i, n| cell(n)[i] as f64 + inside.sample(&mut random));
    for mut row in rows.row_iter_mut() {
        let (mean, deviation) = (row.mean(), row.variance().sqrt());
        row.apply(|x| *x = (*x - mean) / deviation);
    }
    let classes = (0..9_000).map(|n| cell(n).iter().sum::<usize>() % 2).collect();
    let data = Labelled { rows, classes, count: 2 };
    data.select(&shuffled(9_000, 0))
}

/// Training and test rows.
struct Partition {
    number: usize,
    train: Labelled,
    test: Labelled,
}

impl Partition {
    /// Every tenth row is tested on.
    fn of(data: &Labelled, number: usize) -> Partition {
        let (test, train): (Vec<usize>, Vec<usize>) = (0..data.classes.len()).partition(|n| n % FOLDS == number);
        Partition { number, train: data.select(&train), test: data.select(&test) }
    }

    /// Accuracy in per cent and seconds of features, each head and its test.
    fn run(&self, map: &FeatureMap) -> [(f64, f64); 2] {
        let started = Instant::now();
        let features = map.paired(&self.train.rows);
        let weights = DVector::from_element(features.nrows(), 1.0);
        let problem = Problem::new(features, weights, self.train.targets());
        let tests = map.paired(&self.test.rows);
        let mapped = started.elapsed().as_secs_f64();
        HEADS.map(|(name, loss)| {
            let started = Instant::now();
            let ridge = if name == "svm" { 1.0 / problem.rows() as f64 } else { RIDGE };
            let head = solver(loss, &problem).minimise(ridge, None);
            let accuracy = 100.0 - self.test.error(&head.scores(&tests));
            (accuracy, mapped + started.elapsed().as_secs_f64())
        })
    }

    /// The small set among the candidates.
    fn choose(&self, map: &FeatureMap, scaled: Scaled, block: usize) -> Picked {
        let candidates = map.phases.len();
        let rows = crate::features::kernel::rule::spread(self.train.classes.len(), pool::rows(candidates));
        let part = self.train.select(&rows);
        let sample = Sample { rows: &part.rows, targets: &part.targets() };
        let pool = Pool::paired(map.clone(), scaled, sample);
        let wanted = Wanted { features: candidates, seed: self.number as u64 };
        Small { block }.pick(&pool, &Even, wanted)
    }
}

/// What the folds gave.
#[derive(Default)]
struct Outcomes {
    bandwidth: f64,
    /// The features of the models with all.
    all: usize,
    /// `D*` of each fold, and that of blocks of five.
    kept: Vec<f64>,
    fives: Vec<f64>,
    /// Seconds of each choice.
    chosen: Vec<f64>,
    /// The first fold's reason to stop.
    stopped: Option<String>,
    /// Of the small set, of as many candidates that were not chosen, and of all.
    small: Vec<[(f64, f64); 2]>,
    first: Vec<[(f64, f64); 2]>,
    full: Vec<[(f64, f64); 2]>,
}

impl Outcomes {
    fn add(&mut self, fold: &Partition, samples: usize, full: bool) -> Result<()> {
        let scaled = Scaled { name: KernelName::Gaussian, bandwidth: self.bandwidth };
        let draw = |count, seed| FeatureMap::of(Draw::MonteCarlo, scaled, [fold.train.rows.nrows(), count], seed);
        let map = draw(samples, fold.number as u64)?;
        let started = Instant::now();
        let picked = fold.choose(&map, scaled, 1);
        self.chosen.push(started.elapsed().as_secs_f64());
        self.kept.push(picked.indices.len() as f64);
        self.fives.push(fold.choose(&map, scaled, 5).indices.len() as f64);
        self.small.push(fold.run(&map.select(&picked)));
        self.first.push(fold.run(&draw(picked.indices.len(), 100 + fold.number as u64)?));
        self.stopped = self.stopped.take().or(picked.stopped);
        if full {
            self.full.push(fold.run(&draw(self.all, fold.number as u64)?));
        }
        Ok(())
    }

    fn cells(&self, published: &Published) -> Vec<Cell> {
        let Published { set, samples: [candidates, few], accuracies, seconds, .. } = published;
        let kept = Repeats::of(self.kept.clone()).mean.round() as usize;
        let cell = |method: &str, quantity, features, paper, values: &[f64]| {
            let Repeats { mean, std, values } = Repeats::of(values.to_vec());
            let note = set.note.map(str::to_owned);
            let (data, method, repeats) = (set.name.to_owned(), method.to_owned(), values.len());
            Cell { data, method, quantity, features, paper, mean, std, repeats, note }
        };
        let mut cells = vec![
            cell("small", "sigma", *candidates, None, &[self.bandwidth]),
            Cell { note: self.stopped.clone(), ..cell("small", "D*", *candidates, Some(*few as f64), &self.kept) },
            cell("small by five", "D*", *candidates, Some(*few as f64), &self.fives),
            cell("small", "choosing s", kept, None, &self.chosen),
        ];
        for (head, (name, _)) in HEADS.into_iter().enumerate() {
            let part = |of: &[[(f64, f64); 2]]| -> Vec<f64> { of.iter().map(|heads| heads[head].0).collect() };
            let time = |of: &[[(f64, f64); 2]]| -> Vec<f64> { of.iter().map(|heads| heads[head].1).collect() };
            let lost: Vec<f64> = part(&self.full).iter().zip(part(&self.small)).map(|(f, s)| f - s).collect();
            let [paper_full, paper_small] = accuracies[head];
            let [full_seconds, small_seconds] = seconds[head];
            let label = |which: &str| format!("{name} {which}");
            cells.extend([
                cell(&label("all"), "accuracy %", self.all, Some(paper_full), &part(&self.full)),
                cell(&label("small"), "accuracy %", kept, Some(paper_small), &part(&self.small)),
                cell(&label("mc"), "accuracy %", kept, None, &part(&self.first)),
                cell(&label("small"), "lost %", kept, Some(paper_full - paper_small), &lost),
                cell(&label("all"), "cycle s", self.all, Some(full_seconds), &time(&self.full)),
                cell(&label("small"), "cycle s", kept, Some(small_seconds), &time(&self.small)),
            ]);
        }
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_is_even_and_its_neighbours_differ() {
        let board = checkerboard();
        assert_eq!((board.rows.shape(), board.classes.iter().sum::<usize>()), ((2, 9_000), 4_000));
        assert!(board.rows.column_mean().amax() < 1e-9);
        // in the middle of the board is class 0, as in its class_targets; a cell is 1.22 wide
        let class = |x: f64, y: f64| {
            let near = |n: &usize| (board.rows[(0, *n)] - x).abs() < 0.3 && (board.rows[(1, *n)] - y).abs() < 0.3;
            let classes: Vec<usize> = (0..9_000).filter(near).map(|n| board.classes[n]).collect();
            assert!(classes.len() > 100 && classes.iter().all(|c| *c == classes[0]));
            classes[0]
        };
        assert_eq!([class(0.0, 0.0), class(1.2, 0.0), class(1.2, 1.2), class(0.0, -1.2)], [0, 1, 0, 1]);
    }

    #[test]
    fn folds_cover_all_rows_once() {
        let board = checkerboard();
        let tests: usize = (0..FOLDS).map(|number| Partition::of(&board, number).test.classes.len()).sum();
        assert_eq!((tests, Partition::of(&board, 3).train.classes.len()), (9_000, 8_100));
    }
}
