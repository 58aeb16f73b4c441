//! The flash that features and the weights behind them have.

use super::features::WindowFeatures;
use crate::series::{Candidate, Signal};

/// The flash that features and the weights behind them have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// All of it, in bytes.
    pub bytes: usize,
    /// What weights take for each feature, in bytes.
    pub each: f64,
}

impl Room {
    /// A share of the room.
    pub fn share(self, share: f64) -> Room {
        Room { bytes: (self.bytes as f64 * share) as usize, ..self }
    }

    /// The number of the first features of a ranking that have room; at least one.
    pub fn count(self, signal: &Signal, ranking: &[Candidate]) -> usize {
        let Room { bytes, each } = self;
        let section = |count: usize| WindowFeatures::of(signal, &ranking[..count]).section.len();
        let all = |count: usize| section(count) + (count as f64 * each).ceil() as usize;
        // a section has two bytes for each feature at least
        let most = ranking.len().min((bytes as f64 / (2.0 + each)) as usize);
        (1..=most).collect::<Vec<_>>().partition_point(|&count| all(count) <= bytes).max(1)
    }
}
