//! The limits of a column, and the mean and deviation within them.

/// The share of the values beyond each limit of a column with spikes.
const TAIL: f64 = 0.002;
/// The number of deviations from the centre beyond which an extreme is a spike.
const SPIKE: f64 = 6.0;
/// The largest distance of a spiked limit from the centre, in deviations.
pub(super) const REACH: f64 = 4.0;

/// Returns the limits of sorted values: the extremes, or for spikes the quantiles at [`TAIL`], at
/// most [`REACH`] deviations from the centre.
pub(super) fn limits(sorted: &[f64]) -> (f64, f64) {
    let (Some(&least), Some(&most)) = (sorted.first(), sorted.last()) else {
        return (0.0, 0.0);
    };
    let (low, high) = (quantile(sorted, TAIL), quantile(sorted, 1.0 - TAIL));
    let (low, high) = if low < high { (low, high) } else { (least, most) };
    let (centre, deviation) = moments(sorted, low, high);
    let limit = |extreme: f64, tail: f64| {
        let spiked = (extreme - centre).abs() > SPIKE * deviation;
        let nearest = tail.clamp(centre - REACH * deviation, centre + REACH * deviation);
        if spiked { nearest } else { extreme }
    };
    (limit(least, low), limit(most, high))
}

/// Returns the mean and standard deviation of clamped values; equal values deviate by exactly zero.
pub(super) fn moments(values: &[f64], low: f64, high: f64) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().map(|x| x.clamp(low, high)).sum::<f64>() / count;
    let variance = values.iter().map(|x| (x.clamp(low, high) - mean).powi(2)).sum::<f64>() / count;
    if low < high { (mean, variance.sqrt()) } else { (low, 0.0) }
}

/// Returns the quantile of sorted values at the nearest rank.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    sorted[(share * (sorted.len() - 1) as f64).round() as usize]
}
