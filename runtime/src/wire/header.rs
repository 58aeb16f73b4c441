//! The preamble and the header of a packed model.

use super::cursor::{Cursor, attempt};
use crate::block::Shape;
use crate::error::ViewError;
use crate::number::Contract;
use serde::{Deserialize, Serialize};

/// The version of the layout that this crate reads and writes.
pub const VERSION: u8 = 1;

/// The bytes before the header: magic, version, checksum.
pub const PREAMBLE: usize = 8;

/// The first bytes of every packed model.
pub(super) const MAGIC: [u8; 3] = *b"KLT";

/// The header of a packed model.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Header {
    /// The number of the numeric contract, see [`Contract`].
    pub contract: u8,
    /// The meaning of the scores.
    pub task: Task,
    /// Inputs `d`, at least one.
    pub inputs: u16,
    /// Scores, at least one; a classifier of two classes has one.
    pub outputs: u16,
    /// Inputs with a guard.
    pub guards: u16,
    /// The value of one unit of a score, in the target's unit for a regression.
    pub scale: f32,
}

/// The answer of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Task {
    /// A class: the largest score's, or for one score its sign.
    Classification,
    /// A value for each score.
    Regression,
}

impl Header {
    /// Returns the header of a packed model and the sections behind it.
    ///
    /// # Errors
    /// The first thing that is wrong with preamble or header, as a [`ViewError`].
    pub const fn read(bytes: &[u8]) -> Result<(Self, &[u8]), ViewError> {
        let (header, rest) = attempt!(Self::take(bytes));
        Ok((header, rest.bytes()))
    }

    /// [`Header::read`] for those that go on reading.
    pub(super) const fn take(bytes: &[u8]) -> Result<(Self, Cursor<'_>), ViewError> {
        let mut rest = match bytes {
            [b'K', b'L', b'T', VERSION, rest @ ..] => Cursor::new(rest),
            [b'K', b'L', b'T', version, ..] => return Err(ViewError::Version(*version)),
            _ => return Err(ViewError::Magic),
        };
        match Self::fields(&mut rest) {
            Ok(header) if header.is_sound() => Ok((header, rest)),
            _ => Err(ViewError::Header),
        }
    }

    /// The fields as postcard writes them, read by hand: a sixth of its code.
    const fn fields(rest: &mut Cursor<'_>) -> Result<Self, ViewError> {
        let [_, _, _, _, contract] = attempt!(rest.chunk());
        let (mut numbers, mut place) = ([0; 4], 0);
        while place < numbers.len() {
            numbers[place] = attempt!(rest.varint());
            place += 1;
        }
        let [task, inputs, outputs, guards] = numbers;
        let task = match task {
            0 => Task::Classification,
            1 => Task::Regression,
            _ => return Err(ViewError::Header),
        };
        let scale = f32::from_bits(attempt!(rest.u32()));
        Ok(Header { contract, task, inputs, outputs, guards, scale })
    }

    /// The numbers of inputs and of scores.
    #[inline(always)]
    pub(crate) const fn shape(&self) -> Shape {
        Shape { inputs: self.inputs, outputs: self.outputs }
    }

    /// Returns true where the numbers are some that a fitter writes.
    #[inline(always)]
    const fn is_sound(&self) -> bool {
        self.inputs > 0 && self.outputs > 0 && self.scale.is_finite()
    }
}

/// Returns the contract of a packed model, with which a host chooses the format, see
/// [`with_format`](crate::with_format).
///
/// # Errors
/// [`ViewError::Contract`] where the number is not known, else as [`Header::read`].
pub fn contract(bytes: &[u8]) -> Result<Contract, ViewError> {
    let (header, _) = Header::read(bytes)?;
    Contract::from_number(header.contract).ok_or(ViewError::Contract(header.contract))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_bytes_are_as_specified() {
        let header = Header { contract: 5, task: Task::Regression, inputs: 300, outputs: 1, guards: 2, scale: 0.5 };
        let mut bytes = *b"KLT\x01........................";
        let written = postcard::to_slice(&header, &mut bytes[PREAMBLE..]).expect("room");
        assert_eq!(written, [5, 1, 0xac, 2, 1, 2, 0, 0, 0, 0x3f]);
        let (found, rest) = Header::read(&bytes).expect("a header");
        assert_eq!((found, rest.len()), (header, 10));
    }

    #[test]
    fn what_postcard_refuses_is_refused() {
        let mut bytes = *b"KLT\x01....\x05\x01\xff\xff\x03\x01\x02\0\0\0\x3f";
        for (at, byte) in [(3, 2), (0, 7), (9, 2), (9, 0x80), (12, 4), (10, 0), (13, 0), (18, 0x7f), (14, 0xff)] {
            for length in 0..=bytes.len() {
                let bytes = &bytes[..length];
                let read = Header::read(bytes).map(|(header, rest)| (header, rest.len())).ok();
                let by_postcard =
                    bytes.get(PREAMBLE..).and_then(|bytes| postcard::take_from_bytes::<Header>(bytes).ok());
                let sound = by_postcard.filter(|(header, _)| header.is_sound() && bytes.starts_with(b"KLT\x01"));
                assert_eq!(read, sound.map(|(header, rest)| (header, rest.len())), "{bytes:?}");
            }
            bytes[at] = byte;
        }
    }
}
