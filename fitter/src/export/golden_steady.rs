//! The stream of classes that an export tests its rule for steady answers by.

use kernelet::answer::Latest;
use kernelet::answer::steady::MOST;
use kernelet::wire::Sections;

/// The number of classes.
const CLASSES: usize = 96;

/// The steady classes of a stream that a short formula makes.
///
/// `state = state * 1664525 + 1013904223` modulo 2^32 begins with 1; where `state >> 16` is a
/// multiple of 4, the class changes to `state >> 29`, which is below 8. The first class is 0.
pub(super) struct GoldenSteady {
    /// The steady class after each window.
    pub classes: Vec<u16>,
}

impl GoldenSteady {
    /// Answers the stream; none of a model without a rule.
    pub fn of(sections: &Sections<'_>) -> Option<GoldenSteady> {
        let rule = sections.steady?;
        let (mut state, mut class, mut latest) = (1u32, 0, Latest::<{ MOST as usize }>::NONE);
        let next = |_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            class = if (state >> 16).is_multiple_of(4) { (state >> 29) as u16 } else { class };
            latest.push(class, Some(rule))
        };
        Some(GoldenSteady { classes: (0..CLASSES).map(next).collect() })
    }

    /// The classes as both languages write them in a list.
    pub fn list(&self) -> String {
        self.classes
            .chunks(24)
            .map(|line| format!("    {},\n", line.iter().map(u16::to_string).collect::<Vec<_>>().join(", ")))
            .collect()
    }
}
