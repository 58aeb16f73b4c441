//! From scores to answers.

use crate::number::Score;

/// The class of the largest score, the first of equal ones; of a single score, 1 where it is above
/// zero, else 0.
///
/// NaN is never the largest. Found without a branch on the scores of fixed point, so that every row
/// takes the same instructions.
#[inline(always)]
pub fn class<S: Score>(scores: &[S]) -> u16 {
    match scores {
        [single] => single.above(S::default()) as u16 & 1,
        _ => largest(scores),
    }
}

/// The index of the largest score, the first of equal ones.
#[inline(always)]
pub(crate) fn largest<S: Score>(scores: &[S]) -> u16 {
    let mut class = 0;
    for (index, score) in scores.iter().enumerate() {
        let best = scores.get(class).copied().unwrap_or_default();
        class ^= (class ^ index) & score.above(best) as usize;
    }
    class as u16
}

/// A score in the target's unit: one conversion to `f32`, rounded to nearest, and one
/// multiplication.
#[inline(always)]
pub fn value<S: Score>(score: S, scale: f32) -> f32 {
    score.to_f32() * scale
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_the_largest_scores_wins() {
        assert_eq!(class(&[3, 7, 7, -1]), 1);
        assert_eq!(class(&[0.0f32, f32::NAN, 2.0]), 2);
        assert_eq!(class(&[f32::NAN, -1.0]), 1);
        assert_eq!(class::<i64>(&[]), 0);
    }

    #[test]
    fn a_single_score_decides_by_its_sign() {
        assert_eq!([-1, 0, 1].map(|score| class(&[score])), [0, 0, 1]);
    }

    #[test]
    fn values_are_rounded_once() {
        assert_eq!(value(16_777_217i32, 1.0), 16_777_216.0);
        assert_eq!(value((1i64 << 40) + 1, 0.5), (1u64 << 39) as f32);
    }
}
