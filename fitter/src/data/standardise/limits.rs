//! The limits of a column, and the mean and deviation within them.

use crate::data::stray;

/// The share of the values beyond each limit of a column with spikes.
const TAIL: f64 = 0.002;
/// The number of deviations from the centre beyond which an extreme is a spike.
const SPIKE: f64 = 6.0;
/// The same where a single value is beyond a limit, which of few values may well be far.
const SINGLE_SPIKE: f64 = 20.0;
/// The fewest values of which one may be a spike.
const LEAST_VALUES: usize = 20;
/// The largest distance of a spiked limit from the centre, in deviations.
pub(super) const REACH: f64 = 4.0;

/// Returns the limits of sorted values: the extremes, or for spikes the quantiles at [`TAIL`], of
/// few values the next to the extremes, at most [`REACH`] deviations from the centre.
///
/// Where more values are absurdly far than lie beyond these quantiles, the limits are those of the
/// others.
pub(super) fn limits(sorted: &[f64]) -> (f64, f64) {
    let (near, (beyond, _)) = (stray::without_strays(sorted), spikes(sorted));
    limits_of(if sorted.len() - near.len() > beyond { near } else { sorted })
}

/// Returns the number of values beyond each limit of a column with spikes, and the number of
/// deviations from which on an extreme is one.
fn spikes(sorted: &[f64]) -> (usize, f64) {
    let beyond = (TAIL * sorted.len().saturating_sub(1) as f64).round() as usize;
    match sorted.len() {
        _ if beyond > 0 => (beyond, SPIKE),
        LEAST_VALUES.. => (1, SINGLE_SPIKE),
        _ => (0, SPIKE),
    }
}

fn limits_of(sorted: &[f64]) -> (f64, f64) {
    let (Some(&least), Some(&most)) = (sorted.first(), sorted.last()) else {
        return (0.0, 0.0);
    };
    let (beyond, spike) = spikes(sorted);
    let (low, high) = (sorted[beyond], sorted[sorted.len() - 1 - beyond]);
    let (low, high) = if low < high { (low, high) } else { (least, most) };
    let (centre, deviation) = moments(sorted, low, high);
    let limit = |extreme: f64, tail: f64| {
        let spiked = (extreme - centre).abs() > spike * deviation;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// So many values from -1 to 1, and one spike above them.
    fn with_spike(count: usize, spike: f64) -> Vec<f64> {
        (0..count).map(|place| 2.0 * place as f64 / count as f64 - 1.0).chain([spike]).collect()
    }

    /// Of 1,000 values 5 or 50 are too many for the quantiles, and of 100 values two.
    #[test]
    fn values_that_are_absurdly_far_leave_the_others_their_limits() {
        for (count, absurd) in [(1_000, 5), (1_000, 50), (98, 2)] {
            let others = (0..count).map(|place| f64::from(place % 14) - 3.0);
            let mut column: Vec<f64> = others.chain(vec![1e9; absurd]).chain([-1e7]).collect();
            column.sort_unstable_by(f64::total_cmp);
            assert_eq!(limits(&column), (-3.0, 10.0), "{absurd} of {count}");
        }
        let tail: Vec<f64> = [(0..1_000).map(f64::from).collect(), vec![4e5; 5]].concat();
        assert!(limits(&tail).1 > 1e5, "far, but not absurdly so");
    }

    #[test]
    fn one_value_among_few_is_a_spike_where_it_is_absurd() {
        for count in [30, 200, 1_000] {
            let (low, high) = limits(&with_spike(count, 1e8));
            assert!(low == -1.0 && high < 4.0, "{count}: {high}");
        }
        assert_eq!(limits(&with_spike(200, 8.0)).1, 8.0, "as far as few values may well be");
        assert!(limits(&with_spike(1_000, 8.0)).1 < 4.0);
        assert_eq!(limits(&with_spike(10, 1e8)).1, 1e8, "too few values to tell");
        assert_eq!(limits(&[vec![0.0; 40], vec![1.0]].concat()), (0.0, 1.0));
        assert_eq!(limits(&[]), (0.0, 0.0));
    }
}
