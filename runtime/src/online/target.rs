//! The errors of scores: how far each is from where the class of a row wants it.

use crate::number::Score;
use crate::number::branchless::{sign, wide_positive};

/// The score of a row's own class that is enough, and the margin to others that is.
#[derive(Clone, Copy)]
pub(super) struct Levels {
    pub target: i64,
    pub margin: i64,
}

/// A row's class, its score, and the largest score of another class; of two classes with a single
/// score, that score towards its class, and zero.
pub(super) struct Rivals {
    label: u16,
    own: i64,
    other: i64,
}

impl Rivals {
    /// The rivals of a row of class `label`.
    pub fn of<S: Score + Into<i64>>(scores: &[S], label: u16) -> Rivals {
        if let &[single] = scores {
            let mirrored = i64::from(label).wrapping_sub(1);
            return Rivals { label: 0, own: (single.into() ^ mirrored).wrapping_sub(mirrored), other: 0 };
        }
        let mut best = usize::from(label == 0);
        for (index, score) in scores.iter().enumerate() {
            let found = scores.get(best).copied().unwrap_or_default();
            let above = score.above(found) & !is(index, label);
            best ^= (best ^ index) & above as usize;
        }
        let score = |index: usize| scores.get(index).copied().unwrap_or_default().into();
        Rivals { label, own: score(label.into()), other: score(best) }
    }

    /// The error of the score of a class: what it lacks to lead by the margin, where the row is of
    /// that class, else what it has too much; nothing where it is beyond its target.
    pub fn error<S: Score + Into<i64>>(&self, class: usize, score: S, levels: Levels) -> i64 {
        let Levels { target, margin } = levels;
        let lead = self.other.wrapping_add(margin);
        let wanted = target.wrapping_sub(wide_positive(target.wrapping_sub(lead)));
        let lacks = wide_positive(wanted.wrapping_sub(self.own));
        let gap = self.own.wrapping_sub(margin).wrapping_add(target);
        let allowed = wide_positive(gap).wrapping_sub(target);
        let exceeds = wide_positive(score.into().wrapping_sub(allowed));
        let own = i64::from(is(class, self.label));
        (lacks & own).wrapping_sub(exceeds & !own)
    }
}

/// All ones for a class with this label, else 0.
fn is(class: usize, label: u16) -> i32 {
    sign((class as i32 ^ i32::from(label)).wrapping_sub(1))
}
