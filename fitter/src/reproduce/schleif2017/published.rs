//! The figures of Table 1.

use crate::reproduce::data_set::DataSet;

/// A data set with the paper's figures.
pub struct Published {
    /// The data set; without a file it is generated.
    pub set: DataSet,
    /// The files after the set's own.
    pub more: &'static [&'static str],
    /// The two classes that are kept, if not all are.
    pub pair: Option<[usize; 2]>,
    /// The maximum number of rows.
    pub rows: usize,
    /// The numbers of spectral samples `D` and `D*`.
    pub samples: [usize; 2],
    /// The accuracies with `D` and `D*`, of the support vector machine and of least squares.
    pub accuracies: [[f64; 2]; 2],
    /// The seconds of a cycle, likewise.
    pub seconds: [[f64; 2]; 2],
}

/// The table.
pub const TABLE: [Published; 7] = [
    Published {
        set: DataSet::new("spam", "spambase/data.csv.gz", 57),
        more: &[],
        pair: None,
        rows: usize::MAX,
        samples: [5_000, 185],
        accuracies: [[92.98, 89.74], [92.87, 89.13]],
        seconds: [[1.0, 0.1], [1.0, 0.1]],
    },
    Published {
        set: DataSet::new("checker", "", 2).noted("generated; a tenth of a cell is left free at each side"),
        more: &[],
        pair: None,
        rows: usize::MAX,
        samples: [5_000, 20],
        accuracies: [[100.0, 99.96], [100.0, 99.09]],
        seconds: [[1.5, 0.02], [2.0, 0.02]],
    },
    Published {
        set: DataSet::new("usps", "usps/train.csv.gz", 256).noted("9,298 digits of the paper's 11,000"),
        more: &["usps/test.csv.gz"],
        pair: None,
        rows: usize::MAX,
        samples: [5_000, 820],
        accuracies: [[97.96, 96.85], [98.11, 96.25]],
        seconds: [[19.0, 3.0], [28.15, 4.33]],
    },
    Published {
        set: DataSet::new("adult", "adult/train.csv.gz", 104)
            .noted("categories as indicators, not the paper's 44 columns"),
        more: &[],
        pair: None,
        rows: usize::MAX,
        samples: [500, 105],
        accuracies: [[82.44, 82.20], [82.48, 82.08]],
        seconds: [[1.0, 0.35], [0.65, 0.14]],
    },
    Published {
        set: DataSet::new("code-rna", "cod-rna/data.csv.gz", 8),
        more: &[],
        pair: None,
        rows: usize::MAX,
        samples: [500, 20],
        accuracies: [[95.31, 91.40], [94.65, 91.27]],
        seconds: [[1.4, 0.21], [1.4, 0.1]],
    },
    Published {
        set: DataSet::new("mnist", "mnist/train.csv.gz", 784).noted("10,000 rows of 784 pixels, not 60,000 of 256"),
        more: &[],
        pair: None,
        rows: 10_000,
        samples: [5_000, 235],
        accuracies: [[96.30, 89.89], [95.12, 87.12]],
        seconds: [[204.0, 14.0], [90.0, 6.0]],
    },
    Published {
        set: DataSet::new("cover", "covtype/data.csv.gz", 54)
            .noted("classes 1 and 2 of a sample of 15,535 rows, not 495,141"),
        more: &[],
        pair: Some([0, 1]),
        rows: usize::MAX,
        samples: [1_000, 90],
        accuracies: [[83.44, 75.85], [80.56, 76.18]],
        seconds: [[1_140.0, 48.0], [180.0, 17.0]],
    },
];
