//! The limits of a column, and the mean and deviation within them.

/// The share of a column beyond each limit, where limits are needed.
const TAIL: f64 = 0.002;
/// Values within this many deviations of the centre are no spikes and are left alone.
const SPIKE: f64 = 6.0;
/// Limits are never farther from the centre than this many deviations.
pub(super) const REACH: f64 = 4.0;

/// The extremes, or where these are spikes, the quantiles at [`TAIL`], at most [`REACH`] deviations from the centre.
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

/// Mean and standard deviation of the values, clamped; exactly zero deviation for equal values.
pub(super) fn moments(values: &[f64], low: f64, high: f64) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().map(|x| x.clamp(low, high)).sum::<f64>() / count;
    let variance = values.iter().map(|x| (x.clamp(low, high) - mean).powi(2)).sum::<f64>() / count;
    if low < high { (mean, variance.sqrt()) } else { (low, 0.0) }
}

/// The value below which `share` of the sorted values lie (the nearest rank).
fn quantile(sorted: &[f64], share: f64) -> f64 {
    sorted[(share * (sorted.len() - 1) as f64).round() as usize]
}
