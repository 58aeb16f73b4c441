//! How far the readings of a channel move.

use serde::{Deserialize, Serialize};

/// The share of readings, in the middle, whose range counts.
const MIDDLE: f64 = 0.98;
/// The share of the range of training readings below which others hardly move, and that below which
/// they do so even where some training windows have equal readings.
const FEW: f64 = 0.2;
const FEWEST: f64 = 1.0 / 256.0;
/// The same of the range of the stillest window.
const STILLER: f64 = 0.5;

/// How far readings move, in the unit of the file.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Movement {
    /// The range of all readings without the farthest ones.
    range: f64,
    /// The range of the stillest window.
    stillest: f64,
}

impl Movement {
    /// The movement of readings, window after window of so many; none, where no window is complete.
    pub(super) fn of(readings: &[f64], length: usize) -> Option<Movement> {
        let windows = readings.chunks_exact(length.max(1)).filter(|window| !window.iter().any(|x| x.is_nan()));
        let stillest = windows.filter_map(range).min_by(f64::total_cmp)?;
        let mut known: Vec<f64> = readings.iter().copied().filter(|x| !x.is_nan()).collect();
        known.sort_by(f64::total_cmp);
        let beyond = (known.len() as f64 * (1.0 - MIDDLE) / 2.0) as usize;
        Some(Movement { range: range(&known[beyond..known.len() - beyond])?, stillest })
    }

    /// Returns true where other readings, whose range with the farthest ones is `all`, hardly move.
    /// Those at rest are nothing new where a training window is as still.
    pub(super) fn is_above(&self, other: Option<Movement>, all: f64) -> bool {
        let is_stiller = |other: Movement| other.range < FEW * self.range && other.stillest < STILLER * self.stillest;
        all < FEWEST * self.range || other.is_some_and(is_stiller)
    }
}

/// Returns the difference of the largest and the least of readings, if any are there.
pub(super) fn range(readings: &[f64]) -> Option<f64> {
    let ends = readings.iter().filter(|x| !x.is_nan()).fold(None, |ends: Option<[f64; 2]>, &x| {
        let [low, high] = ends.unwrap_or([x, x]);
        Some([low.min(x), high.max(x)])
    });
    ends.map(|[low, high]| high - low)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Readings that swing so far in each window of ten.
    fn swings(swings: &[f64]) -> Vec<f64> {
        swings.iter().flat_map(|swing| (0..10).map(move |at| swing * f64::from(at % 2))).collect()
    }

    #[test]
    fn the_stillest_window_is_a_complete_one() {
        let movement = |range, stillest| Some(Movement { range, stillest });
        assert_eq!(Movement::of(&swings(&[50.0, 20.0, 30.0]), 10), movement(50.0, 20.0));
        assert_eq!(Movement::of(&swings(&[50.0, f64::NAN, 30.0]), 10), movement(50.0, 30.0));
        assert_eq!(Movement::of(&swings(&[50.0, 20.0, 30.0])[..15], 10), movement(50.0, 50.0));
        assert_eq!([Movement::of(&[], 10), Movement::of(&swings(&[f64::NAN]), 10), Movement::of(&[1.0], 2)], [None; 3]);
        let spike = [swings(&[1.0; 20]), vec![1e6; 1]].concat();
        assert_eq!(Movement::of(&spike, 10), movement(1.0, 1.0));
    }

    #[test]
    fn readings_at_rest_are_known_and_others_are_not() {
        let is_still = |training: &[f64], new: &[f64]| {
            let (training, new) = (Movement::of(&swings(training), 10).expect("a window"), swings(new));
            training.is_above(Movement::of(&new, 10), range(&new).expect("readings"))
        };
        let training = [500.0, 400.0, 40.0];
        assert!(!is_still(&training, &training) && !is_still(&training, &[40.0]) && !is_still(&training, &[25.0]));
        for factor in [0.001, 0.01, 0.1] {
            assert!(is_still(&training, &training.map(|swing| factor * swing)));
        }
        // where a window has equal readings, only those that all but stand still are told
        let with_rest = [500.0, 400.0, 0.0];
        assert!(!is_still(&with_rest, &[2.0]) && is_still(&with_rest, &[1.9]));
        assert!(!is_still(&[0.0], &[0.0]));
    }
}
