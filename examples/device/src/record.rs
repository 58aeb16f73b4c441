//! A golden vector: the raw inputs, then the answers that the host computed.

use crate::given::{GOLDEN, INPUTS};
use crate::{ANSWERS, Answer, Input};
use kernelet::number::Word;

const INPUT_BYTES: usize = INPUTS * Input::SIZE;
const RECORD_BYTES: usize = INPUT_BYTES + ANSWERS * Answer::SIZE;

const _: () = assert!(GOLDEN.len().is_multiple_of(RECORD_BYTES), "the golden vectors are of another model");

/// The bytes of one golden vector.
pub struct Record(pub [u8; RECORD_BYTES]);

impl Default for Record {
    fn default() -> Self {
        Record([0; RECORD_BYTES])
    }
}

impl Record {
    /// The raw inputs.
    pub fn inputs(&self) -> [Input; INPUTS] {
        let mut words = Input::words(&self.0[..INPUT_BYTES]);
        core::array::from_fn(|_| words.next().unwrap_or_default())
    }

    /// How many answers differ from the host's, in any bit.
    pub fn mismatches(&self, answers: &[Answer; ANSWERS]) -> u32 {
        let expected = self.0[INPUT_BYTES..].chunks_exact(Answer::SIZE);
        let differ = answers.iter().zip(expected).filter(|(answer, bytes)| answer.to_bytes().as_ref() != *bytes);
        differ.count() as u32
    }
}
