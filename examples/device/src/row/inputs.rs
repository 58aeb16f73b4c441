//! A golden vector: the raw inputs, then the answers that the host computed.

use crate::given::{GOLDEN, INPUTS, MODEL};
use crate::source::Source;
use crate::{ANSWERS, Answer, Input, Model, WRONG_MODEL};
use kernelet::number::Word;

const INPUT_BYTES: usize = INPUTS * Input::SIZE;
const BYTES: usize = INPUT_BYTES + ANSWERS * Answer::SIZE;

const _: () = assert!(GOLDEN.len().is_multiple_of(BYTES), "the golden vectors are of another model");

/// The model, and the bytes of one golden vector.
pub struct Row {
    model: Model<'static>,
    bytes: [u8; BYTES],
}

impl Row {
    /// No golden vector yet.
    pub fn new() -> Result<Row, &'static str> {
        Ok(Row { model: Model::view(MODEL).map_err(|_| WRONG_MODEL)?, bytes: [0; BYTES] })
    }

    /// Reads the next golden vector; `Ok(false)` where none is left.
    pub fn read(&mut self, source: &mut Source) -> Result<bool, &'static str> {
        source.read(&mut self.bytes)
    }

    /// The model.
    pub fn model(&self) -> &Model<'static> {
        &self.model
    }

    /// What a prediction begins with: the raw inputs.
    pub fn ready(&self) -> [Input; INPUTS] {
        let mut words = Input::words(&self.bytes[..INPUT_BYTES]);
        core::array::from_fn(|_| words.next().unwrap_or_default())
    }

    /// The answers of the host.
    pub fn expected(&self) -> &[u8] {
        &self.bytes[INPUT_BYTES..]
    }
}

/// The inputs, which are there.
#[inline(always)]
pub fn inputs(ready: [Input; INPUTS]) -> [Input; INPUTS] {
    ready
}
