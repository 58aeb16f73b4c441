//! Checkpoints in words: by what lead a class is clear.

use kernelet::Format;
use kernelet::answer::early::NUMBER;
use kernelet::number::{Quantise, Word};

/// By what lead, in units of a score, a class is clear behind the first block, the second, and so on; none where it never is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checkpoints(pub Vec<Option<f64>>);

impl Checkpoints {
    /// The bytes of the section in a model of format `F`; without checkpoints there is none.
    pub fn pack<F: Format>(&self) -> Vec<u8> {
        if self.0.is_empty() {
            return Vec::new();
        }
        // scores are whole, and a lead of a part more than the margin's whole is still above it
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
    fn margins_are_words_of_scores() {
        let checkpoints = Checkpoints(vec![Some(2.5), None]);
        assert_eq!(checkpoints.pack::<Q7>(), [&[NUMBER, 2, 2, 0, 0, 0][..], &i32::MAX.to_le_bytes()].concat());
        assert_eq!(checkpoints.pack::<Q15>()[10..], i64::MAX.to_le_bytes());
        let float = [&[NUMBER, 2][..], &2.5f32.to_le_bytes(), &f32::MAX.to_le_bytes()].concat();
        assert_eq!(checkpoints.pack::<F32>(), float);
        assert!(Checkpoints::default().pack::<Q7>().is_empty());
        assert_eq!(checkpoints.pack::<Q7>().len(), kernelet::answer::early::size::<Q7>(2));
    }
}
