//! Steady answers: the class of a stream, from the classes of its latest windows.
//!
//! Neighbouring windows of a stream mostly have one class, so a class that comes once among others
//! is mostly wrong. A model over windows may have one of two rules over its latest `n` answers:
//!
//! | rule | answer |
//! | --- | --- |
//! | majority | the most frequent one; of equally frequent ones the one that came last |
//! | hysteresis | the one before, until all `n` are another class |
//!
//! The first answers are judged by those that there are: the first class is the answer at once. The
//! scores of a window do not change, and a rule takes the same instructions for all classes.

use crate::error::ViewError;

/// The number of the section in the packed layout.
pub const NUMBER: u8 = 15;
/// The bytes of the section.
pub const SIZE: usize = 3;
/// The fewest answers of a rule.
pub const FEWEST: u8 = 2;
/// The most answers of a rule.
pub const MOST: u8 = 32;

/// A rule over the latest answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Rule {
    /// The most frequent class.
    Majority,
    /// A class that changes only after as many equal ones.
    Hysteresis,
}

/// What makes answers steady: a rule, and the number of answers that it looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Steady {
    /// The rule.
    pub rule: Rule,
    /// The number of answers, from [`FEWEST`] to [`MOST`].
    pub answers: u8,
}

impl Steady {
    /// Splits the section off the sections that follow it, if it is there.
    ///
    /// # Errors
    /// [`ViewError::Length`] where it is cut short, [`ViewError::Steady`] where it is not valid.
    pub const fn split(bytes: &[u8]) -> Result<(Option<Self>, &[u8]), ViewError> {
        if !matches!(bytes.first(), Some(&NUMBER)) {
            return Ok((None, bytes));
        }
        let Some((&[_, rule, answers], rest)) = bytes.split_first_chunk::<SIZE>() else {
            return Err(ViewError::Length);
        };
        match rule {
            _ if answers < FEWEST || answers > MOST => Err(ViewError::Steady),
            0 => Ok((Some(Steady { rule: Rule::Majority, answers }), rest)),
            1 => Ok((Some(Steady { rule: Rule::Hysteresis, answers }), rest)),
            _ => Err(ViewError::Steady),
        }
    }

    /// The section.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; SIZE] {
        [NUMBER, self.rule as u8, self.answers]
    }
}

/// The latest answers of a stream, up to `N`.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Latest<const N: usize> {
    /// The answers, the latest one first.
    answers: [u16; N],
    /// The number of answers that there are.
    known: u8,
    /// The answer before.
    steady: u16,
}

impl<const N: usize> Default for Latest<N> {
    fn default() -> Self {
        Self::NONE
    }
}

impl<const N: usize> Latest<N> {
    /// No answer.
    pub const NONE: Self = Latest { answers: [0; N], known: 0, steady: 0 };

    /// Adds the class of the latest window; returns the steady one.
    ///
    /// A rule over more than `N` answers looks at `N` of them; no rule leaves classes as they are.
    pub fn push(&mut self, class: u16, rule: Option<Steady>) -> u16 {
        let Some(Steady { rule, answers }) = rule else { return class };
        let answers = self.answers.get_mut(..usize::from(answers).min(N)).unwrap_or_default();
        let Some(before) = (answers.len() as u32).checked_sub(1) else { return class };
        let mut moved = class;
        answers.iter_mut().for_each(|answer| core::mem::swap(answer, &mut moved));
        self.known += u8::from(usize::from(self.known) < answers.len());
        let known = answers.get(..self.known.into()).unwrap_or_default();
        self.steady = match rule {
            Rule::Majority => majority(known),
            Rule::Hysteresis if self.known == 1 => class,
            Rule::Hysteresis => {
                let changes = before.wrapping_sub(times(known, class)) >> 31;
                self.steady ^ ((self.steady ^ class) & (changes as u16).wrapping_neg())
            }
        };
        self.steady
    }

    /// Forgets the answers, as where a stream was interrupted.
    pub fn clear(&mut self) {
        self.known = 0;
    }
}

/// The most frequent of some answers, the first of equally frequent ones.
#[inline(always)]
fn majority(answers: &[u16]) -> u16 {
    let (mut class, mut most) = (0u16, 0u32);
    for &answer in answers {
        let count = times(answers, answer);
        let more = (most.wrapping_sub(count) >> 31).wrapping_neg();
        class ^= (class ^ answer) & more as u16;
        most ^= (most ^ count) & more;
    }
    class
}

/// The number of answers that are a class; without a branch on them.
#[inline(always)]
fn times(answers: &[u16], class: u16) -> u32 {
    answers.iter().map(|answer| u32::from(answer ^ class).wrapping_sub(1) >> 31).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steady classes of a stream.
    fn steady<const L: usize>(rule: Rule, answers: u8, classes: [u16; L]) -> [u16; L] {
        let mut latest = Latest::<{ MOST as usize }>::NONE;
        classes.map(|class| latest.push(class, Some(Steady { rule, answers })))
    }

    #[test]
    fn the_latest_of_equally_frequent_classes_wins() {
        assert_eq!(steady(Rule::Majority, 3, [5, 7, 7, 5, 9, 2, 9, 9]), [5, 7, 7, 7, 9, 2, 9, 9]);
        assert_eq!(steady(Rule::Majority, 2, [1, 2, 1, 1]), [1, 2, 1, 1]);
        assert_eq!(steady(Rule::Majority, 4, [0, 65_535, 0, 65_535, 65_535, 0]), [0, 65_535, 0, 65_535, 65_535, 0]);
    }

    #[test]
    fn hysteresis_changes_after_equal_answers() {
        assert_eq!(
            steady(Rule::Hysteresis, 3, [4, 4, 1, 1, 4, 1, 1, 1, 2, 2, 2, 1]),
            [4, 4, 4, 4, 4, 4, 4, 1, 1, 1, 2, 2]
        );
        assert_eq!(steady(Rule::Hysteresis, 2, [3, 1, 2, 1, 2, 2]), [3, 3, 3, 3, 3, 2]);
    }

    /// Both rules as their sentences say them, over the whole stream each time.
    fn naive(rule: Rule, n: usize, classes: &[u16]) -> u16 {
        let latest = &classes[classes.len().saturating_sub(n)..];
        match rule {
            Rule::Majority => {
                let count = |class: u16| latest.iter().filter(|&&other| other == class).count();
                let most = latest.iter().map(|&class| count(class)).max().expect("an answer");
                *latest.iter().rev().find(|&&class| count(class) == most).expect("one of them")
            }
            Rule::Hysteresis => {
                let mut reported = classes[0];
                for end in n..=classes.len() {
                    let run = &classes[end - n..end];
                    reported = if run.iter().all(|class| *class == run[0]) { run[0] } else { reported };
                }
                reported
            }
        }
    }

    #[test]
    fn rules_are_those_of_their_sentences() {
        let mut state = 1u32;
        for (rule, classes) in [(Rule::Majority, 2), (Rule::Majority, 5), (Rule::Hysteresis, 2), (Rule::Hysteresis, 3)]
        {
            for answers in FEWEST..=MOST {
                let mut stream = [0u16; 200];
                let mut latest = Latest::<{ MOST as usize }>::NONE;
                for end in 0..stream.len() {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    let stays = end > 0 && !(state >> 8).is_multiple_of(8);
                    stream[end] = if stays { stream[end - 1] } else { (state >> 16) as u16 % classes };
                    let found = latest.push(stream[end], Some(Steady { rule, answers }));
                    assert_eq!(found, naive(rule, answers.into(), &stream[..=end]), "{rule:?} {answers} {end}");
                }
            }
        }
    }

    #[test]
    fn what_is_forgotten_has_no_say() {
        for rule in [Rule::Majority, Rule::Hysteresis] {
            let rule = Some(Steady { rule, answers: 5 });
            let mut latest = Latest::<5>::default();
            (0..9).for_each(|_| assert_eq!(latest.push(6, rule), 6));
            assert_eq!(latest.push(1, rule), 6);
            latest.clear();
            assert_eq!(latest.push(1, rule), 1);
        }
        let mut nothing = Latest::<0>::NONE;
        assert_eq!(nothing.push(7, None), 7);
        assert_eq!(nothing.push(7, Some(Steady { rule: Rule::Hysteresis, answers: 2 })), 7);
    }

    #[test]
    fn sections_are_read_back_and_checked() {
        for rule in [Rule::Majority, Rule::Hysteresis] {
            for answers in FEWEST..=MOST {
                let steady = Steady { rule, answers };
                assert_eq!(Steady::split(&steady.to_bytes()), Ok((Some(steady), &[][..])));
            }
        }
        assert_eq!(Steady::split(&[1, 2]), Ok((None, &[1, 2][..])));
        assert_eq!(Steady::split(&[15, 0]), Err(ViewError::Length));
        for wrong in [[15, 0, 1], [15, 1, 33], [15, 2, 5]] {
            assert_eq!(Steady::split(&wrong), Err(ViewError::Steady));
        }
    }
}
