//! A frame that goes to the host: its letter, what it says, and a checksum.

use crate::Score;
use crate::given::OUTPUTS;
use kernelet::number::Word;

/// The longest frame: the letter, scores, cost, stack and checksum; a hello is shorter than 16.
const LONGEST: usize = 1 + OUTPUTS * Score::SIZE + 6 + 2 + 16;

/// A frame in the making.
pub struct Frame {
    bytes: [u8; LONGEST],
    length: usize,
}

impl Frame {
    /// A frame that says nothing yet.
    pub fn of(letter: u8) -> Frame {
        let mut frame = Frame { bytes: [0; LONGEST], length: 0 };
        frame.put(&[letter]);
        frame
    }

    /// Adds some bytes.
    #[inline(always)]
    pub fn put(&mut self, bytes: &[u8]) {
        if let Some(place) = self.bytes.get_mut(self.length..self.length + bytes.len()) {
            place.copy_from_slice(bytes);
            self.length += bytes.len();
        }
    }

    /// The bytes with their checksum.
    pub fn finish(&mut self) -> &[u8] {
        let sum = self.bytes.iter().take(self.length).fold(START, |sum, byte| checksum(sum, *byte));
        self.put(&sum.to_le_bytes());
        self.bytes.get(..self.length).unwrap_or_default()
    }
}

/// The checksum of no bytes.
pub const START: u16 = 0xffff;

/// The checksum with one more byte: CRC-16 of CCITT.
pub fn checksum(sum: u16, byte: u8) -> u16 {
    (0..8).fold(sum ^ u16::from(byte) << 8, |sum, _| if sum & 0x8000 != 0 { sum << 1 ^ 0x1021 } else { sum << 1 })
}
