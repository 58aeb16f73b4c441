//! The preparation of one channel's readings.

use crate::number::branchless::positive;

/// The bytes of a channel: centre, shift.
pub const CHANNEL: usize = 3;
/// The sample of a reading at the centre.
const MIDDLE: i32 = 2048;

/// The preparation of one channel's readings: to samples of 12 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Channel {
    /// The reading that becomes the middle of the samples, 2048.
    pub centre: i16,
    /// The number of bits by which a difference to the centre is shifted down, at most 15.
    pub shift: u8,
}

impl Channel {
    /// The sample of a reading: `clamp((reading - centre) >> shift, -2048, 2047) + 2048`.
    #[inline(always)]
    #[must_use]
    pub fn sample(self, reading: i16) -> u16 {
        let x = (i32::from(reading) - i32::from(self.centre)) >> (self.shift & 15);
        let x = positive(x + MIDDLE);
        let most = 2 * MIDDLE - 1;
        (x - positive(x - most)) as u16
    }

    /// The channel of a record.
    #[inline(always)]
    pub(super) const fn read([low, high, shift]: [u8; CHANNEL]) -> Channel {
        Channel { centre: i16::from_le_bytes([low, high]), shift }
    }

    /// The record of the channel.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; CHANNEL] {
        let [low, high] = self.centre.to_le_bytes();
        [low, high, self.shift]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_differences_clamped_to_12_bits() {
        for reading in i16::MIN..=i16::MAX {
            for (centre, shift) in [(0, 0), (0, 4), (-32_768, 5), (32_767, 0), (1000, 3), (-7, 15)] {
                let exact = ((i64::from(reading) - i64::from(centre)) >> shift).clamp(-2048, 2047) + 2048;
                assert_eq!(i64::from(Channel { centre, shift }.sample(reading)), exact, "{reading} {centre} {shift}");
            }
        }
    }
}
