//! What is held out of recordings where models are judged.

use crate::data::Targets;
use std::collections::{BTreeMap, BTreeSet};

/// What is held out whole where models are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JudgedBy {
    /// Recordings.
    Recordings,
    /// Consecutive parts of all recordings, where a class is in one recording only and could not be
    /// learned without it.
    Parts,
}

impl JudgedBy {
    /// Recordings, where every class is in several.
    pub(super) fn of(recordings: &[u32], targets: &Targets) -> JudgedBy {
        let classes = match targets {
            Targets::Classes { index, .. } => index.clone(),
            Targets::Values(values) => vec![0; values.rows()],
        };
        let mut of_class: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        classes.iter().zip(recordings).for_each(|(class, recording)| {
            of_class.entry(*class).or_default().insert(*recording);
        });
        let whole = of_class.values().all(|recordings| recordings.len() > 1);
        if whole { JudgedBy::Recordings } else { JudgedBy::Parts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recordings_are_held_out_whole_where_every_class_has_two() {
        let class = |class: [u32; 6]| Targets::Classes { labels: vec!["a".into(), "b".into()], index: class.to_vec() };
        let recordings = [7, 7, 3, 3, 9, 9];
        assert_eq!(JudgedBy::of(&recordings, &class([0, 1, 0, 1, 0, 0])), JudgedBy::Recordings);
        assert_eq!(JudgedBy::of(&recordings, &class([0, 0, 0, 0, 1, 1])), JudgedBy::Parts);
        assert_eq!(JudgedBy::of(&recordings, &Targets::Values(vec![0.0; 6].into())), JudgedBy::Recordings);
        assert_eq!(JudgedBy::of(&[4; 6], &Targets::Values(vec![0.0; 6].into())), JudgedBy::Parts);
    }
}
