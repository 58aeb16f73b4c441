//! The figures of Table 2.

use crate::reproduce::data_set::DataSet;

/// The numbers of spectral samples of the rows.
pub const FEATURES: [usize; 3] = [50, 100, 200];

/// The paper's errors on a data set.
pub struct Published {
    /// The data set.
    pub set: DataSet,
    /// The errors: a row for each of [`FEATURES`], a column for each of the first ten methods; NaN
    /// where the paper has none.
    pub errors: [[f64; 10]; 3],
}

/// The table.
pub const TABLE: [Published; 6] = [
    Published {
        set: DataSet::new("wine", "wine-white/data.csv.gz", 11),
        errors: [
            [0.31, 0.34, 0.24, 0.27, 0.28, 0.23, 0.25, 0.24, 0.14, 0.13],
            [0.19, 0.25, 0.18, 0.20, 0.19, 0.15, 0.17, 0.15, 0.08, 0.08],
            [0.13, 0.16, 0.11, 0.14, 0.13, 0.11, 0.13, 0.10, 0.05, 0.05],
        ],
    },
    Published {
        set: DataSet::new("parkinson", "parkinsons/data.csv.gz", 16).without(&[
            "subject",
            "age",
            "sex",
            "test_time",
            "target_motor_UPDRS",
        ]),
        errors: [
            [0.16, 0.13, 0.10, 0.18, 0.12, 0.08, 0.14, 0.10, 0.05, 0.04],
            [0.08, 0.14, 0.09, 0.12, 0.07, 0.05, 0.09, 0.05, 0.03, 0.02],
            [0.06, 0.08, 0.05, 0.09, 0.06, 0.04, 0.05, 0.03, 0.02, 0.01],
        ],
    },
    Published {
        set: DataSet::new("cpu", "cpu-act/data.csv.gz", 21),
        errors: [
            [0.17, 0.18, 0.14, 0.18, 0.14, 0.13, 0.13, 0.14, 0.11, 0.09],
            [0.13, 0.13, 0.11, 0.12, 0.11, 0.09, 0.09, 0.10, 0.07, 0.05],
            [0.08, 0.10, 0.07, 0.09, 0.07, 0.06, 0.06, 0.06, 0.04, 0.03],
        ],
    },
    Published {
        set: DataSet::new("adult", "a9a/train.csv.gz", 123),
        errors: [
            [0.27, 0.29, 0.27, 0.28, 0.28, 0.26, 0.89, 0.26, 0.23, 0.25],
            [0.19, 0.22, 0.18, 0.20, 0.20, 0.18, 0.24, 0.19, 0.14, 0.16],
            [0.14, 0.16, 0.13, 0.14, 0.14, 0.11, 0.10, 0.13, 0.10, 0.11],
        ],
    },
    Published {
        set: DataSet::new("covtype", "covtype/data.csv.gz", 54).noted("15,535 rows at random of 581,012"),
        errors: [
            [0.23, 0.25, 0.22, 0.22, 0.23, 0.21, 0.19, 0.22, 0.16, 0.14],
            [0.16, 0.18, 0.15, 0.16, 0.16, 0.13, 0.12, 0.14, 0.09, 0.07],
            [0.11, 0.12, 0.10, 0.12, 0.11, 0.09, 0.09, 0.09, 0.05, 0.04],
        ],
    },
    Published {
        set: DataSet::new("mnist", "mnist01/train.csv.gz", 784).noted("the digits 0 and 1"),
        errors: [
            [0.17, 0.21, 0.17, 0.18, f64::NAN, 0.21, 1.25, 0.17, 0.14, 0.26],
            [0.13, 0.15, 0.13, 0.13, f64::NAN, 0.13, 1.10, 0.12, 0.09, 0.24],
            [0.09, 0.10, 0.09, 0.08, f64::NAN, 0.09, 0.84, 0.08, 0.06, 0.10],
        ],
    },
];
