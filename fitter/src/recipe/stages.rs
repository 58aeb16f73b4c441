//! The stages into which features and ferns are cut where a model may stop early.

use std::ops::Range;

/// The shares of features, and of ferns, behind which a stage ends.
pub const SHARES: [f64; 3] = [0.125, 0.25, 0.5];
/// Features that the device computes together.
const GROUP: usize = 4;

/// The stages of so many features, or ferns, whole groups but for the last one; a single stage where there is no stopping early.
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
