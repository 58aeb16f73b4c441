//! The log of updates: what a host needs to learn the same again.
//!
//! `FORMAT.md` has every byte: a head that names the model, then a record for each update, with a
//! check that goes on from record to record.

use crate::number::Word;
use crate::wire::{crc32_step, stored_checksum};

/// The bytes before the first record.
pub const HEAD: usize = 8;
/// The first bytes of a log: its name and its version.
const MAGIC: [u8; 4] = *b"KLL\x01";
/// The bytes of a record's check.
const CHECK: usize = 2;

/// A log in progress: the check of all records so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Log {
    state: u32,
}

impl Log {
    /// The log of what a packed model learns from these weights on, and its first bytes.
    ///
    /// A host learns from weights of zero, so it refuses a log that begins with others. To go on
    /// after a reset, either keep the weights and [`Log::state`] and [resume](Log::resume) the log,
    /// or write the head back and begin a log of that model.
    #[must_use]
    pub fn of(model: &[u8], weights: &[i32]) -> (Log, [u8; HEAD]) {
        let mut state = stored_checksum(model);
        if weights.iter().any(|weight| *weight != 0) {
            let bytes = weights.iter().flat_map(|weight| weight.to_le_bytes());
            state = bytes.fold(state, crc32_step);
        }
        let ([m, a, g, v], [c, h, e, k]) = (MAGIC, state.to_le_bytes());
        (Log { state }, [m, a, g, v, c, h, e, k])
    }

    /// The log that was in this state, with the weights of then.
    #[must_use]
    pub const fn resume(state: u32) -> Log {
        Log { state }
    }

    /// What [`Log::resume`] takes, to be kept with the weights.
    #[must_use]
    pub const fn state(&self) -> u32 {
        self.state
    }

    /// Writes the record of an update: the raw inputs, as they were before the update, and the
    /// label. Returns its bytes; none where the room does not hold them, and the log then goes on
    /// without it.
    pub fn record<'r>(&mut self, inputs: &[i16], label: u16, room: &'r mut [u8]) -> Option<&'r [u8]> {
        self.record_values(inputs, &[label], room)
    }

    /// The same with the target of each score that learns, in the words of a score.
    pub fn record_values<'r, W: Word>(&mut self, inputs: &[i16], values: &[W], room: &'r mut [u8]) -> Option<&'r [u8]> {
        let record = room.get_mut(..Log::size(inputs.len(), core::mem::size_of_val(values)))?;
        let (body, check) = record.split_last_chunk_mut::<CHECK>()?;
        let mut bytes = body.iter_mut();
        let mut write = |word: &[u8]| word.iter().zip(&mut bytes).for_each(|(from, to)| *to = *from);
        inputs.iter().for_each(|input| write(&input.to_le_bytes()));
        values.iter().for_each(|word| write(word.to_bytes().as_ref()));
        *check = self.checked(body);
        Some(record)
    }

    /// Returns true where a record is whole and the next one of this log.
    pub fn takes(&mut self, record: &[u8]) -> bool {
        record.split_last_chunk::<CHECK>().is_some_and(|(body, check)| *check == self.checked(body))
    }

    /// The bytes of a record of so many inputs and bytes of truth.
    #[must_use]
    pub const fn size(inputs: usize, truth: usize) -> usize {
        2 * inputs + truth + CHECK
    }

    /// The check of the next record.
    fn checked(&mut self, body: &[u8]) -> [u8; CHECK] {
        self.state = body.iter().fold(self.state, |state, &byte| crc32_step(state, byte));
        let [low, high, ..] = self.state.to_le_bytes();
        [low, high]
    }
}
