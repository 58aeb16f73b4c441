//! Liu, Huang, Chen, Yang and Suykens 2020, Table 3: accuracy of ridge regressions on resampled random features, and the
//! time that generating these takes.
//!
//! The paper says: inputs in `[0, 1]`, the kernel `exp(-|x-y|^2)`, half of the rows to learn from, the regularisation
//! out of a grid by 5-fold cross-validation. Two things that it does not say decide its figures, so both ways are measured:
//!
//! - Inputs. With each *column* in `[0, 1]` plain random features are up to seven points better than the paper's. With each
//!   *row* in `[-1, 1]`, as Matlab's `mapminmax` takes a matrix of one sample a row, they are about as good as there.
//! - Weights. Algorithm 1 weighs a feature by `sqrt(p / q)`. With a pool of `s` candidates `p = 1/s`, and resampling gains
//!   nothing. With `p = 1`, as code of this method in circulation has it, `q` over the `2s` cosines and sines, all
//!   features are `sqrt(2s)` times larger, which is a regularisation `2s` times smaller: methods marked `+` have it, also
//!   plain random features.

use super::Cell;
use super::accuracy::Classifier;
use super::labelled::Raw;
use super::set::Set;
use crate::data::shuffled;
use crate::data::standardise;
use crate::error::Result;
use crate::features::kernel::Scaled;
use crate::features::map::FeatureMap;
use crate::features::pick::{Multinomial, Wanted};
use crate::features::pool::{Pool, Sample};
use crate::features::score::{Energy, Leverage, Scorer, Surrogate};
use crate::metrics::Repeats;
use crate::recipe::{Draw, KernelName};
use nalgebra::{DMatrix, RowDVector};
use std::path::Path;
use std::time::Instant;

/// The regularisations, not multiplied by the rows.
const RIDGES: [f64; 4] = [0.05, 0.1, 0.5, 1.0];
/// The regularisation that the leverage is taken at, times the rows.
const LEVERAGE: f64 = 0.05;
/// `exp(-|x-y|^2)` is `exp(-|x-y|^2 / (2 bandwidth^2))`.
const BANDWIDTH: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// The table's columns.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Column {
    Draw(Draw),
    Leverage,
    Surrogate,
}

const COLUMNS: [Column; 4] =
    [Column::Draw(Draw::MonteCarlo), Column::Draw(Draw::Halton), Column::Leverage, Column::Surrogate];

/// What is brought into a range.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Range {
    /// Each input over all rows, to `[0, 1]`.
    Columns,
    /// Each row over all its inputs, to `[-1, 1]`.
    Rows,
}

/// A data set with the paper's figures.
struct Published {
    set: Set,
    /// The class against the rest.
    class: &'static str,
    /// Whether spikes are clipped: four rows of EEG are up to 170 times the others, and with them every column's `[0, 1]`
    /// is a point.
    spikes: bool,
    /// For `s = d, 2d, 4d, …` the accuracies of [`COLUMNS`].
    accuracies: &'static [[f64; 4]],
    /// And the seconds.
    seconds: &'static [[f64; 4]],
}

const TABLE: [Published; 4] = [
    Published {
        set: Set {
            name: "EEG",
            file: "eeg-eye-state/data.csv.gz",
            inputs: 14,
            ignore: &[],
            note: Some("spikes clipped where columns are scaled"),
        },
        class: "1",
        spikes: true,
        accuracies: &[
            [68.45, 67.83, 68.78, 68.62],
            [71.44, 70.89, 72.59, 72.72],
            [74.70, 74.66, 79.06, 79.72],
            [76.96, 77.01, 83.95, 84.97],
            [78.54, 78.71, 86.29, 87.23],
            [78.96, 78.83, 88.05, 89.38],
            [79.97, 79.71, 89.12, 90.36],
            [79.79, 79.51, 90.01, 91.02],
        ],
        seconds: &[
            [0.01, 0.02, 0.01, 0.01],
            [0.02, 0.03, 0.03, 0.02],
            [0.03, 0.04, 0.05, 0.03],
            [0.06, 0.07, 0.10, 0.07],
            [0.11, 0.12, 0.20, 0.13],
            [0.22, 0.24, 0.49, 0.26],
            [0.45, 0.47, 1.21, 0.53],
            [0.82, 0.84, 3.91, 0.96],
        ],
    },
    Published {
        set: Set {
            name: "cod-RNA",
            file: "cod-rna/data.csv.gz",
            inputs: 8,
            ignore: &[],
            note: Some("halves of the 59,535 training rows; the paper tests on 157,413 others"),
        },
        class: "1",
        spikes: false,
        accuracies: &[
            [87.02, 87.20, 88.62, 89.64],
            [87.12, 87.65, 90.42, 90.12],
            [87.19, 87.44, 92.65, 92.83],
            [87.27, 87.29, 93.41, 93.49],
            [87.29, 87.30, 93.71, 93.74],
            [87.27, 87.33, 93.76, 93.71],
            [87.30, 87.32, 93.73, 93.99],
            [87.30, 87.32, 93.66, 93.48],
        ],
        seconds: &[
            [0.06, 0.07, 0.09, 0.07],
            [0.12, 0.16, 0.17, 0.13],
            [0.24, 0.25, 0.35, 0.27],
            [0.47, 0.49, 0.69, 0.53],
            [0.91, 0.94, 1.39, 0.99],
            [1.80, 1.77, 2.82, 1.95],
            [3.48, 3.54, 6.54, 4.05],
            [6.79, 6.62, 13.3, 7.78],
        ],
    },
    Published {
        set: Set {
            name: "covtype",
            file: "covtype/data.csv.gz",
            inputs: 54,
            ignore: &[],
            note: Some("15,535 rows at random of 581,012"),
        },
        class: "2",
        spikes: false,
        accuracies: &[
            [73.70, 74.71, 73.99, 73.99],
            [77.09, 77.04, 77.04, 77.02],
            [79.10, 79.07, 79.18, 79.05],
            [81.04, 80.90, 81.09, 80.79],
            [82.42, 82.37, 82.90, 82.18],
        ],
        seconds: &[
            [1.90, 1.88, 2.96, 2.00],
            [3.31, 3.37, 5.25, 3.44],
            [6.27, 6.12, 10.2, 6.58],
            [12.3, 12.1, 21.1, 13.2],
            [24.5, 24.3, 46.5, 28.6],
        ],
    },
    Published {
        set: Set { name: "magic04", file: "magic04/data.csv.gz", inputs: 10, ignore: &[], note: None },
        class: "g",
        spikes: false,
        accuracies: &[
            [73.62, 71.74, 73.62, 73.61],
            [75.89, 75.98, 75.91, 75.88],
            [77.78, 77.27, 77.78, 77.77],
            [78.97, 79.07, 79.15, 79.12],
            [80.04, 79.95, 80.80, 80.74],
            [80.61, 80.65, 82.00, 82.02],
            [80.91, 80.85, 82.39, 82.37],
            [81.10, 81.08, 82.59, 82.55],
        ],
        seconds: &[
            [0.01, 0.02, 0.01, 0.01],
            [0.01, 0.03, 0.03, 0.02],
            [0.03, 0.04, 0.05, 0.03],
            [0.05, 0.07, 0.09, 0.06],
            [0.10, 0.11, 0.19, 0.11],
            [0.19, 0.21, 0.41, 0.22],
            [0.38, 0.41, 0.93, 0.44],
            [0.73, 0.76, 2.61, 0.87],
        ],
    },
];

/// Measures the table on the data sets below `folder`; `each` is told every cell.
///
/// `quick` takes three repeats instead of ten, and every third size up to `64 d`.
///
/// # Errors
/// Those of reading the data.
pub fn measure(folder: &Path, quick: bool, mut each: impl FnMut(&Cell)) -> Result<Vec<Cell>> {
    let (repeats, step) = if quick { (3, 3) } else { (10, 1) };
    let mut cells = Vec::new();
    for published in &TABLE {
        let raw = Raw::read(&published.set, &[], folder)?;
        for range in [Range::Columns, Range::Rows] {
            let data = published.data(&raw, range);
            for size in (0..published.accuracies.len()).step_by(step) {
                for (index, column) in COLUMNS.into_iter().enumerate() {
                    let trial = |seed| data.trial(column, published.set.inputs << size, seed);
                    let trials: Vec<Repeat> = (0..repeats).map(trial).collect::<Result<_>>()?;
                    for cell in published.cells(range, [size, index], &trials) {
                        each(&cell);
                        cells.push(cell);
                    }
                }
            }
        }
    }
    Ok(cells)
}

/// Scaled rows and their classes.
struct Data {
    /// `inputs x rows`.
    rows: DMatrix<f64>,
    /// 1 or -1.
    classes: RowDVector<f64>,
}

/// One repeat of one cell.
struct Repeat {
    /// Per cent, with the regularisation as it is, and `2s` times smaller.
    accuracies: [f64; 2],
    seconds: f64,
}

impl Published {
    fn data(&self, raw: &Raw, range: Range) -> Data {
        let standards = standardise::learn(&raw.inputs);
        let clipped = |i: usize, x: f64| if self.spikes { x.clamp(standards[i].low, standards[i].high) } else { x };
        let columns = &raw.inputs.columns;
        let rows = match range {
            Range::Rows => DMatrix::from_fn(columns.len(), raw.classes.len(), |i, n| columns[i][n]),
            Range::Columns => DMatrix::from_fn(columns.len(), raw.classes.len(), |i, n| clipped(i, columns[i][n])),
        };
        let sign = |&class: &usize| if raw.labels[class] == self.class { 1.0 } else { -1.0 };
        let classes = RowDVector::from_iterator(raw.classes.len(), raw.classes.iter().map(sign));
        Data { rows: scaled(rows, range), classes }
    }

    /// Accuracies with both regularisations, and seconds.
    fn cells(&self, range: Range, [size, column]: [usize; 2], trials: &[Repeat]) -> [Cell; 3] {
        let method = COLUMNS[column].name();
        let (paper, seconds) = (self.accuracies[size][column], self.seconds[size][column]);
        let cell = |mark: &str, quantity, paper, value: &dyn Fn(&Repeat) -> f64| {
            let Repeats { mean, std, values } = Repeats::of(trials.iter().map(value).collect());
            Cell {
                data: format!("{}{}", self.set.name, if range == Range::Rows { "/rows" } else { "" }),
                method: format!("{method}{mark}"),
                quantity,
                features: self.set.inputs << size,
                paper: Some(paper),
                mean,
                std,
                repeats: values.len(),
                note: self.set.note.map(str::to_owned),
            }
        };
        [
            cell("", "accuracy %", paper, &|trial| trial.accuracies[0]),
            cell("+", "accuracy %", paper, &|trial| trial.accuracies[1]),
            cell("", "generating s", seconds, &|trial| trial.seconds),
        ]
    }
}

/// Each column (an input) to `[0, 1]`, or each row (a sample) to `[-1, 1]`; what is constant to the lower end.
fn scaled(mut rows: DMatrix<f64>, range: Range) -> DMatrix<f64> {
    let unit = |least: f64, most: f64, x: f64| if most > least { (x - least) / (most - least) } else { 0.0 };
    match range {
        Range::Columns => rows.row_iter_mut().for_each(|mut input| {
            let (least, most) = (input.min(), input.max());
            input.apply(|x| *x = unit(least, most, *x));
        }),
        Range::Rows => rows.column_iter_mut().for_each(|mut sample| {
            let (least, most) = (sample.min(), sample.max());
            sample.apply(|x| *x = 2.0 * unit(least, most, *x) - 1.0);
        }),
    }
    rows
}

impl Column {
    fn name(self) -> String {
        match self {
            Column::Draw(draw) => draw.to_string(),
            Column::Leverage => "leverage".to_owned(),
            Column::Surrogate => "surrogate".to_owned(),
        }
    }

    fn draw(self) -> Draw {
        match self {
            Column::Draw(draw) => draw,
            _ => Draw::MonteCarlo,
        }
    }

    fn scorer(self) -> Option<Box<dyn Scorer>> {
        match self {
            Column::Draw(_) => None,
            Column::Leverage => Some(Box::new(Leverage { ridge: LEVERAGE })),
            Column::Surrogate => Some(Box::new(Surrogate { energy: Energy { centred: false }, identity: false })),
        }
    }
}

impl Data {
    /// `s` spectral samples, or as many draws out of them, on halves of the rows.
    fn trial(&self, column: Column, s: usize, seed: u64) -> Result<Repeat> {
        let order = shuffled(self.rows.ncols(), seed);
        let (train, test) = order.split_at(order.len() / 2);
        let (rows, classes) = (self.rows.select_columns(train), self.classes.select_columns(train));
        let targets = DMatrix::from_row_slice(1, classes.len(), classes.as_slice());

        let started = Instant::now();
        let scaled = Scaled { name: KernelName::Gaussian, bandwidth: BANDWIDTH };
        let map = FeatureMap::of(column.draw(), scaled, [rows.nrows(), s], seed)?;
        let pool = Pool::paired(map, scaled, Sample { rows: &rows, targets: &targets });
        let (map, features) = match column.scorer() {
            None => (pool.map, pool.features),
            Some(scorer) => {
                let picked = Multinomial::Draws.resample(&scorer.worths(&pool), Wanted { features: s, seed });
                pool.keep(&picked)
            }
        };
        let seconds = started.elapsed().as_secs_f64();

        let tests = map.paired(&self.rows.select_columns(test));
        let truth = self.classes.select_columns(test);
        let classifier = Classifier::new(features, classes);
        let accuracies =
            [1.0, 2.0 * s as f64].map(|p| classifier.accuracy(&RIDGES.map(|ridge| ridge / p), &tests, &truth));
        Ok(Repeat { accuracies, seconds })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_reached_by_what_they_scale() {
        let rows = DMatrix::from_column_slice(3, 3, &[1.0, 5.0, 2.0, 3.0, 5.0, 4.0, 2.0, 5.0, 2.0]);
        let columns = scaled(rows.clone(), Range::Columns);
        assert_eq!(columns.row(0).iter().copied().collect::<Vec<_>>(), [0.0, 1.0, 0.5]);
        assert_eq!(columns.row(1).amax(), 0.0);
        let by_row = scaled(rows, Range::Rows);
        assert_eq!(by_row.column(0).iter().copied().collect::<Vec<_>>(), [-1.0, 1.0, -0.5]);
    }

    #[test]
    fn published_sizes_have_published_times() {
        for published in &TABLE {
            assert_eq!(published.accuracies.len(), published.seconds.len());
        }
    }
}
