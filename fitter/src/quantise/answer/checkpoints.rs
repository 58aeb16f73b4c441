//! Checkpoints: the leads by which a class is clear before the last block.

use kernelet::Format;
use kernelet::answer::early::NUMBER;
use kernelet::number::{Quantise, Word};

/// The lead by which a class is clear behind the first block, the second, and so on, in units of a
/// score; `None` behind a block where no class is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checkpoints(pub Vec<Option<f64>>);

impl Checkpoints {
    /// Returns the bytes of the section in a model of format `F`, empty where there are no
    /// checkpoints.
    pub fn pack<F: Format>(&self) -> Vec<u8> {
        if self.0.is_empty() {
            return Vec::new();
        }
        // scores are integers, so a lead above the margin is above its integer part
        let whole = |margin: f64| if F::CONTRACT.is_fixed() { margin.floor() } else { margin };
        let word = |margin: &Option<f64>| F::Score::quantise(margin.map_or(f64::INFINITY, whole));
        let mut section = vec![NUMBER, self.0.len() as u8];
        self.0.iter().map(word).for_each(|word| section.extend(word.to_bytes().as_ref()));
        section
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernelet::{F32, Q7, Q15};

    #[test]
    fn leads_are_words_of_scores() {
        let checkpoints = Checkpoints(vec![Some(2.5), None]);
        assert_eq!(checkpoints.pack::<Q7>(), [&[NUMBER, 2, 2, 0, 0, 0][..], &i32::MAX.to_le_bytes()].concat());
        assert_eq!(checkpoints.pack::<Q15>()[10..], i64::MAX.to_le_bytes());
        let float = [&[NUMBER, 2][..], &2.5f32.to_le_bytes(), &f32::MAX.to_le_bytes()].concat();
        assert_eq!(checkpoints.pack::<F32>(), float);
        assert!(Checkpoints::default().pack::<Q7>().is_empty());
        assert_eq!(checkpoints.pack::<Q7>().len(), kernelet::answer::early::size::<Q7>(2));
    }
}
