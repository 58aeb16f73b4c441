//! The figures of Table 3.

use crate::reproduce::data_set::DataSet;

/// The paper's figures on a data set: a row for each of `s = d, 2d, 4d, …` spectral samples, a
/// column for each of [`COLUMNS`](super::column::COLUMNS).
pub struct Published {
    /// The data set.
    pub set: DataSet,
    /// The class against the rest.
    pub class: &'static str,
    /// True where spikes are clipped. Four rows of EEG are up to 170 times larger than the others;
    /// with them, every column scaled to `[0, 1]` would be nearly constant.
    pub has_spikes: bool,
    /// The accuracies in per cent.
    pub accuracies: &'static [[f64; 4]],
    /// The seconds to generate features.
    pub seconds: &'static [[f64; 4]],
}

/// The table.
pub const TABLE: [Published; 4] = [
    Published {
        set: DataSet::new("EEG", "eeg-eye-state/data.csv.gz", 14).noted("spikes clipped where columns are scaled"),
        class: "1",
        has_spikes: true,
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
        set: DataSet::new("cod-RNA", "cod-rna/data.csv.gz", 8)
            .noted("halves of the 59,535 training rows; the paper tests on 157,413 others"),
        class: "1",
        has_spikes: false,
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
        set: DataSet::new("covtype", "covtype/data.csv.gz", 54).noted("15,535 rows at random of 581,012"),
        class: "2",
        has_spikes: false,
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
        set: DataSet::new("magic04", "magic04/data.csv.gz", 10),
        class: "g",
        has_spikes: false,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_has_accuracies_and_times() {
        for published in &TABLE {
            assert_eq!(published.accuracies.len(), published.seconds.len());
        }
    }
}
