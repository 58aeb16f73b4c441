//! The paper's experiments.

use super::case::{Case, TrainRows};
use crate::recipe::KernelName;
use crate::reproduce::data_set::DataSet;

/// Adult.
pub const ADULT: Case = Case {
    set: DataSet::new("adult", "a9a/train.csv.gz", 123),
    more: &["a9a/test.csv.gz"],
    train: TrainRows::First(32_561),
    kernel: KernelName::Gaussian,
    features: &[20, 40, 60, 80, 100],
    candidates: 2_000,
    rows: 20,
    repeats: [5, 2],
};

/// MNIST.
pub const MNIST: Case = Case {
    set: DataSet::new("mnist", "mnist/train.csv.gz", 784).noted("26,000 of the 60,000 training rows"),
    more: &["mnist/test.csv.gz"],
    train: TrainRows::First(26_000),
    kernel: KernelName::Gaussian,
    features: &[50, 150, 300, 450],
    candidates: 10_000,
    rows: 5,
    repeats: [2, 1],
};

/// Spam, in place of the paper's regressions, whose data are not available here.
pub const SPAM: Case = Case {
    set: DataSet::new("spam", "spambase/data.csv.gz", 57).noted("stands in for Buzz and News"),
    more: &[],
    train: TrainRows::Random,
    kernel: KernelName::Gaussian,
    features: &[20, 50, 100, 200],
    candidates: 4_000,
    rows: 1,
    repeats: [10, 3],
};

/// Letter recognition.
pub const LETTER: Case = Case {
    set: DataSet::new("letter", "letter/train.csv.gz", 16),
    more: &["letter/test.csv.gz"],
    train: TrainRows::First(15_000),
    kernel: KernelName::Arccos2,
    features: &[100],
    candidates: 500,
    rows: 1,
    repeats: [5, 1],
};

/// Human activity.
pub const HANDS: Case = Case {
    set: DataSet::new("hand", "har-smartphone/features.csv.gz", 78)
        .without(&["subject"])
        .noted("78 columns and 2,947 rows of the paper's 561 and 10,299, two thirds at random"),
    more: &[],
    train: TrainRows::Random,
    kernel: KernelName::Linear,
    features: &[11],
    candidates: 78,
    rows: 1,
    repeats: [10, 3],
};
