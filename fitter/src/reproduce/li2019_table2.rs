//! Li, Zhang, Wang and Kumar 2019, Table 2: relative errors of the approximate Gaussian kernel.

use super::Cell;
use super::set::Set;
use crate::error::Result;
use crate::features::approximate::KernelTrial;
use crate::features::kernel;
use crate::metrics::Repeats;
use crate::recipe::Approximation;
use crate::recipe::KernelLearning as Learned;
use crate::recipe::{Draw, KernelName};
use std::path::Path;

/// Spectral samples of the table's rows.
const FEATURES: [usize; 3] = [50, 100, 200];

/// The table's columns, WEIGHT, SAMPLE and CLUSTER at their end, and after them those that the paper has not.
const METHODS: [Approximation; 13] = [
    Approximation::Draw(Draw::MonteCarlo),
    Approximation::Draw(Draw::Fastfood),
    Approximation::Draw(Draw::Halton),
    Approximation::Draw(Draw::Sobol),
    Approximation::Draw(Draw::Lattice),
    Approximation::Draw(Draw::DigitalNet),
    Approximation::Draw(Draw::MomentMatching),
    Approximation::Learned(Learned::Stein),
    Approximation::Learned(Learned::Sample),
    Approximation::Learned(Learned::Cluster),
    Approximation::Learned(Learned::ClusterNearest),
    Approximation::Learned(Learned::Spectral),
    Approximation::Draw(Draw::Orf),
];

/// A data set with the paper's figures: for each of [`FEATURES`], one for each of the first of [`METHODS`].
struct Published {
    set: Set,
    errors: [[f64; 10]; 3],
}

const TABLE: [Published; 6] = [
    Published {
        set: Set { name: "wine", inputs: 11, file: "wine-white/data.csv.gz", ignore: &[], note: None },
        errors: [
            [0.31, 0.34, 0.24, 0.27, 0.28, 0.23, 0.25, 0.24, 0.14, 0.13],
            [0.19, 0.25, 0.18, 0.20, 0.19, 0.15, 0.17, 0.15, 0.08, 0.08],
            [0.13, 0.16, 0.11, 0.14, 0.13, 0.11, 0.13, 0.10, 0.05, 0.05],
        ],
    },
    Published {
        set: Set {
            name: "parkinson",
            file: "parkinsons/data.csv.gz",
            inputs: 16,
            ignore: &["subject", "age", "sex", "test_time", "target_motor_UPDRS"],
            note: None,
        },
        errors: [
            [0.16, 0.13, 0.10, 0.18, 0.12, 0.08, 0.14, 0.10, 0.05, 0.04],
            [0.08, 0.14, 0.09, 0.12, 0.07, 0.05, 0.09, 0.05, 0.03, 0.02],
            [0.06, 0.08, 0.05, 0.09, 0.06, 0.04, 0.05, 0.03, 0.02, 0.01],
        ],
    },
    Published {
        set: Set { name: "cpu", inputs: 21, file: "cpu-act/data.csv.gz", ignore: &[], note: None },
        errors: [
            [0.17, 0.18, 0.14, 0.18, 0.14, 0.13, 0.13, 0.14, 0.11, 0.09],
            [0.13, 0.13, 0.11, 0.12, 0.11, 0.09, 0.09, 0.10, 0.07, 0.05],
            [0.08, 0.10, 0.07, 0.09, 0.07, 0.06, 0.06, 0.06, 0.04, 0.03],
        ],
    },
    Published {
        set: Set { name: "adult", inputs: 123, file: "a9a/train.csv.gz", ignore: &[], note: None },
        errors: [
            [0.27, 0.29, 0.27, 0.28, 0.28, 0.26, 0.89, 0.26, 0.23, 0.25],
            [0.19, 0.22, 0.18, 0.20, 0.20, 0.18, 0.24, 0.19, 0.14, 0.16],
            [0.14, 0.16, 0.13, 0.14, 0.14, 0.11, 0.10, 0.13, 0.10, 0.11],
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
        errors: [
            [0.23, 0.25, 0.22, 0.22, 0.23, 0.21, 0.19, 0.22, 0.16, 0.14],
            [0.16, 0.18, 0.15, 0.16, 0.16, 0.13, 0.12, 0.14, 0.09, 0.07],
            [0.11, 0.12, 0.10, 0.12, 0.11, 0.09, 0.09, 0.09, 0.05, 0.04],
        ],
    },
    Published {
        set: Set {
            name: "mnist",
            inputs: 784,
            file: "mnist01/train.csv.gz",
            ignore: &[],
            note: Some("the digits 0 and 1"),
        },
        errors: [
            [0.17, 0.21, 0.17, 0.18, f64::NAN, 0.21, 1.25, 0.17, 0.14, 0.26],
            [0.13, 0.15, 0.13, 0.13, f64::NAN, 0.13, 1.10, 0.12, 0.09, 0.24],
            [0.09, 0.10, 0.09, 0.08, f64::NAN, 0.09, 0.84, 0.08, 0.06, 0.10],
        ],
    },
];

/// Measures the table on the data sets below `folder`, and our methods beside it; `each` is told every cell.
///
/// Draws have 20 repeats and what is learnt 3; `quick` takes 2 and 1.
///
/// # Errors
/// Those of reading the data.
pub fn measure(folder: &Path, quick: bool, mut each: impl FnMut(&Cell)) -> Result<Vec<Cell>> {
    let mut cells = Vec::new();
    for published in &TABLE {
        let inputs = published.set.read(folder)?;
        for (row, features) in FEATURES.into_iter().enumerate() {
            for (column, approximation) in METHODS.into_iter().enumerate() {
                let trial = KernelTrial {
                    approximation,
                    kernel: KernelName::Gaussian,
                    bandwidth: kernel::paper(published.set.inputs),
                    features,
                    rows: 1_000,
                };
                let errors = Repeats::of(trial.errors(&inputs, repeats(approximation, quick), 0)?);
                let paper = published.errors[row].get(column).copied().filter(|figure| figure.is_finite());
                cells.push(Cell {
                    data: published.set.name.to_owned(),
                    method: approximation.to_string(),
                    quantity: "error",
                    features,
                    paper,
                    mean: errors.mean,
                    std: errors.std,
                    repeats: errors.values.len(),
                    note: published.set.note.map(str::to_owned),
                });
                each(&cells[cells.len() - 1]);
            }
        }
    }
    Ok(cells)
}

fn repeats(approximation: Approximation, quick: bool) -> u64 {
    match (approximation, quick) {
        (Approximation::Learned(_), false) => 3,
        (Approximation::Learned(_), true) => 1,
        (_, false) => 20,
        (_, true) => 2,
    }
}
