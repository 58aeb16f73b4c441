//! The stages of features and ferns, between which a model may stop early.

use std::ops::Range;

/// The shares of all features, and of all ferns, at which a stage ends.
pub const SHARES: [f64; 3] = [0.125, 0.25, 0.5];
/// The number of features that the device computes together.
const GROUP: usize = 4;

/// Cuts `count` features or ferns into stages of whole groups, but for the last stage; without
/// early stopping, into a single stage.
pub fn stages(count: usize, early: bool) -> Vec<Range<usize>> {
    let end = |share: f64| (share * count as f64 / GROUP as f64).round() as usize * GROUP;
    let mut ends: Vec<usize> = SHARES.map(end).into_iter().filter(|end| early && (1..count).contains(end)).collect();
    ends.push(count);
    ends.dedup();
    [0].into_iter().chain(ends.iter().copied()).zip(ends.iter().copied()).map(|(start, end)| start..end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_are_whole_groups_and_end_with_all() {
        assert_eq!(stages(161, true), [0..20, 20..40, 40..80, 80..161]);
        assert_eq!(stages(8, true), [0..4, 4..8]);
        for (count, early) in [(3, true), (1, true), (161, false), (0, false)] {
            assert_eq!(stages(count, early), std::slice::from_ref(&(0..count)));
        }
    }
}
