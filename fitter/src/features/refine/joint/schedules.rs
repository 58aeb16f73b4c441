//! The schedules that a search tries.

use super::learning::Learning;
use super::schedule::Schedule;

/// The peak learning rates of the grid.
const RATES: [f64; 3] = [0.003, 0.01, 0.02];
/// The deviations of the input noise of the grid.
const NOISES: [f64; 7] = [0.0, 0.05, 0.1, 0.2, 0.3, 0.45, 0.6];
/// The rate and the noise where none are tried.
const DEFAULT: (f64, f64) = (0.01, 0.1);
/// The weight decays that are tried with the best rate and noise.
const DECAYS: [f64; 4] = [0.0, 1e-4, 1e-3, 3e-3];
/// The decays of the head alone that are tried with the best rate and noise: where targets are
/// noisy they keep many features from learning the noise, and less noise on the inputs may then be
/// enough.
const SHRINKAGES: [f64; 2] = [0.05, 0.2];
/// The factor of the lower input noise that is tried with [`SHRINKAGES`] and moved rows.
const LESS_NOISE: f64 = 1.0 / 3.0;
/// The number of pairs of the grid.
pub const GRID: usize = RATES.len() * NOISES.len();
/// The divisor of the epochs by which the grid is judged.
pub const SHORT: usize = 6;
/// The divisor of fewer epochs.
const FEWER: usize = 3;
/// The numbers of parts of the features that are tried.
const PARTS: [usize; 3] = [2, 4, 8];
/// The powers of two by which frequencies at the start are multiplied.
const OCTAVES: [i32; 3] = [-1, 1, 2];
/// The divisor of the epochs of quantisation-aware training.
const LAST_EPOCHS: usize = 8;
/// The factor of the rate in quantisation-aware training: high enough to repair what rounding
/// broke, low enough to keep what was learnt.
const LAST_RATE: f64 = 0.2;
/// The weight of the loss after each stage but the last one, where a model may stop early.
const EARLIER: f64 = 0.5;

/// Returns the schedule that is used where none is tried.
pub fn default_schedule(learning: &Learning<'_>) -> Schedule {
    let Learning { epochs, seed, portable, early, .. } = *learning;
    let (rate, noise) = DEFAULT;
    let earlier = if early { EARLIER } else { 0.0 };
    Schedule { epochs, rate, noise, earlier, parts: 1, seed, portable, ..Schedule::default() }
}

/// Returns the schedule of the quantisation-aware training that follows.
pub fn last(schedule: Schedule) -> Schedule {
    Schedule { epochs: schedule.epochs.div_ceil(LAST_EPOCHS), rate: schedule.rate * LAST_RATE, ..schedule }
}

/// Returns the epochs of a training with those of its rounding.
pub fn with_rounding(epochs: f64) -> f64 {
    epochs * (1.0 + 1.0 / LAST_EPOCHS as f64)
}

/// Returns variants of a schedule beside the grid, of equal ones the first: less noise than none is
/// none.
pub fn variants(schedule: Schedule) -> Vec<Schedule> {
    let all = regularised(schedule).into_iter().chain(parted(schedule)).chain(moved(schedule)).chain(spread(schedule));
    all.fold(Vec::new(), |mut others, variant| {
        if !others.contains(&variant) {
            others.push(variant);
        }
        others
    })
}

/// Returns variants of a schedule that train parts of the features apart.
fn parted(schedule: Schedule) -> [Schedule; 3] {
    PARTS.map(|parts| Schedule { parts, ..schedule })
}

/// Returns variants of a schedule that start from other bandwidths.
fn spread(schedule: Schedule) -> [Schedule; 3] {
    OCTAVES.map(|octaves| Schedule { octaves, ..schedule })
}

/// Returns variants of a schedule that move rows of a grid, with its noise and with less.
fn moved(schedule: Schedule) -> [Schedule; 2] {
    [1.0, LESS_NOISE].map(|less| Schedule { shift: 1, noise: less * schedule.noise, ..schedule })
}

/// Returns a schedule with every pair of rate and noise.
pub fn grid(schedule: Schedule) -> Vec<Schedule> {
    RATES.iter().flat_map(|&rate| NOISES.map(|noise| Schedule { rate, noise, ..schedule })).collect()
}

/// Returns variants of a schedule with weight decay or fewer epochs.
fn regularised(schedule: Schedule) -> Vec<Schedule> {
    let times = [schedule.epochs, schedule.epochs.div_ceil(FEWER)];
    let all = times.into_iter().flat_map(|epochs| DECAYS.map(|decay| Schedule { epochs, decay, ..schedule }));
    let noises = [schedule.noise, schedule.noise * LESS_NOISE];
    let shrunk =
        SHRINKAGES.into_iter().flat_map(|shrinkage| noises.map(|noise| Schedule { shrinkage, noise, ..schedule }));
    all.filter(|other| *other != schedule).chain(shrunk).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No variant of a schedule is tried twice, or is the schedule itself.
    #[test]
    fn variants_differ() {
        for (noise, moved) in [(0.1, 2), (0.0, 1)] {
            let schedule = Schedule { noise, ..default_schedule(&Learning::default()) };
            let all = variants(schedule);
            for (place, variant) in all.iter().enumerate() {
                assert!(!variant.is_same(&schedule) && all[..place].iter().all(|other| !other.is_same(variant)));
            }
            assert_eq!(all.iter().filter(|variant| variant.shift > 0).count(), moved);
        }
    }
}
