//! Reliability: the agreement of predicted probabilities with frequencies.

use super::interval;
use serde::Serialize;

/// The number of bins of equal width for the probability of the most probable class.
const BINS: usize = 15;
/// The lower bound of probabilities in the loss: half of the device's smallest probability above
/// zero.
const LEAST: f64 = 1.0 / 131_072.0;

/// The reliability of predicted probabilities.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Reliability {
    /// The number of rows.
    pub rows: usize,
    /// The expected calibration error: `sum_b n_b / n |accuracy_b - confidence_b|` over 15 bins of
    /// the most probable class (Naeini 2015).
    pub calibration_error: f64,
    /// The log loss: the mean of `-ln p` of the true class.
    pub log_loss: f64,
    /// The 95 % confidence interval of the log loss; absent for a single row.
    pub log_loss_interval: Option<[f64; 2]>,
    /// The rows by the probability of their most probable class.
    #[serde(skip)]
    pub bins: [Bin; BINS],
}

/// The rows whose most probable class has a probability within a range.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bin {
    /// The number of rows.
    pub rows: u64,
    /// The number of rows whose most probable class is the true one.
    pub right: u64,
    /// The sum of the probabilities of the most probable classes.
    pub confidence: f64,
}

impl Reliability {
    /// Computes the reliability from the probabilities of all classes, row by row, and the true
    /// classes.
    pub fn of(probabilities: &[Vec<f64>], truth: &[u32]) -> Reliability {
        let mut bins = [Bin::default(); BINS];
        for (row, &class) in probabilities.iter().zip(truth) {
            let (top, confidence) = row.iter().copied().enumerate().fold((0, f64::NEG_INFINITY), larger);
            let bin = &mut bins[((confidence * BINS as f64) as usize).min(BINS - 1)];
            bin.rows += 1;
            bin.right += u64::from(top == class as usize);
            bin.confidence += confidence;
        }
        let losses = probabilities.iter().zip(truth).map(|(row, &class)| -row[class as usize].max(LEAST).ln());
        let losses: Vec<f64> = losses.collect();
        let rows = losses.len() as f64;
        Reliability {
            rows: losses.len(),
            calibration_error: bins.iter().map(Bin::distance).sum::<f64>() / rows,
            log_loss: losses.iter().sum::<f64>() / rows,
            log_loss_interval: interval::mean_square(&losses, losses.len() as f64),
            bins,
        }
    }
}

impl Bin {
    /// The number of rows by which right answers and probabilities differ.
    fn distance(&self) -> f64 {
        (self.right as f64 - self.confidence).abs()
    }

    /// The mean probability, the share of right answers, and its 95 % interval; none without rows.
    pub fn shares(&self) -> Option<(f64, f64, [f64; 2])> {
        let rows = self.rows as f64;
        let interval = interval::share(self.right, self.rows, rows);
        (self.rows > 0).then(|| (self.confidence / rows, self.right as f64 / rows, interval))
    }
}

/// Returns the larger of two numbers with its index; of equal numbers, the first.
fn larger(best: (usize, f64), next: (usize, f64)) -> (usize, f64) {
    if next.1 > best.1 { next } else { best }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequencies_are_compared_with_probabilities_bin_by_bin() {
        // two rows with confidence 0.9, of which one is right, and a right one with 0.5: (0.8 +
        // 0.5) / 3
        let rows = [vec![0.9, 0.1], vec![0.9, 0.1], vec![0.5, 0.5]];
        let found = Reliability::of(&rows, &[0, 1, 0]);
        assert!((found.calibration_error - 1.3 / 3.0).abs() < 1e-12);
        assert!((found.log_loss + (0.9f64.ln() + 0.1f64.ln() + 0.5f64.ln()) / 3.0).abs() < 1e-12);
        let [low, high] = found.log_loss_interval.expect("three rows");
        let shares: Vec<_> = found.bins.iter().filter_map(Bin::shares).map(|(mean, right, _)| (mean, right)).collect();
        assert_eq!(shares, [(0.5, 1.0), (0.9, 0.5)]);
        assert!(low < found.log_loss && found.log_loss < high);
    }

    #[test]
    fn a_probability_of_zero_costs_a_finite_loss() {
        let found = Reliability::of(&[vec![1.0, 0.0]], &[1]);
        assert_eq!((found.rows, found.calibration_error, found.log_loss_interval), (1, 1.0, None));
        assert!((found.log_loss - 17.0 * 2f64.ln()).abs() < 1e-12);
    }
}
