//! The checksum of a packed model, and the preamble that holds it.

use super::header::{MAGIC, VERSION};
use core::ops::Range;

/// The place of the checksum.
const CHECKSUM: Range<usize> = 4..8;

/// Returns true where the checksum of a packed model is right.
///
/// Out of line: what is inlined beside it keeps its registers.
#[inline(never)]
pub(crate) fn is_intact(bytes: &[u8]) -> bool {
    let stored = bytes.get(CHECKSUM).and_then(|sum| sum.first_chunk());
    stored.is_some_and(|sum| u32::from_le_bytes(*sum) == checksum(bytes))
}

/// Writes magic, version and checksum into the first eight bytes of a model that is otherwise
/// complete.
///
/// Fewer than eight bytes are left as they are.
pub fn seal(model: &mut [u8]) {
    if let Some(preamble) = model.first_chunk_mut::<4>() {
        let [m, a, g] = MAGIC;
        *preamble = [m, a, g, VERSION];
    }
    let sum = checksum(model).to_le_bytes();
    if let Some(stored) = model.get_mut(CHECKSUM) {
        stored.copy_from_slice(&sum);
    }
}

/// The CRC-32 (IEEE 802.3) of a packed model, its own four bytes left out.
fn checksum(model: &[u8]) -> u32 {
    let others = model.iter().enumerate().filter(|(at, _)| !CHECKSUM.contains(at));
    !others.fold(!0, |crc, (_, &byte)| crc32_step(crc, byte))
}

/// The checksum that a packed model carries; 0 where it is too short for one.
#[must_use]
pub fn stored_checksum(model: &[u8]) -> u32 {
    let stored = model.get(CHECKSUM).and_then(|sum| sum.first_chunk());
    stored.map_or(0, |sum| u32::from_le_bytes(*sum))
}

/// One byte of CRC-32, bit by bit: slower than a table, and 1 KiB smaller.
pub(crate) const fn crc32_step(crc: u32, byte: u8) -> u32 {
    const REVERSED_POLYNOMIAL: u32 = 0xedb8_8320;
    let mut crc = crc ^ byte as u32;
    let mut bit = 0;
    while bit < 8 {
        crc = (crc >> 1) ^ (REVERSED_POLYNOMIAL & (crc & 1).wrapping_neg());
        bit += 1;
    }
    crc
}

/// [`is_intact`] for constants, with a table, which is never linked,
/// so that models of some hundred kilobytes do not keep the compiler long.
pub(crate) const fn is_whole(model: &[u8]) -> bool {
    if model.len() < CHECKSUM.end {
        return false;
    }
    const TABLE: [u32; 256] = {
        let (mut table, mut byte) = ([0; 256], 0);
        while byte < 256 {
            table[byte] = crc32_step(0, byte as u8);
            byte += 1;
        }
        table
    };
    let (mut crc, mut at) = (!0u32, 0);
    while at < model.len() {
        crc = (crc >> 8) ^ TABLE[((crc ^ model[at] as u32) & 0xff) as usize];
        at += if at == CHECKSUM.start - 1 { 1 + CHECKSUM.end - CHECKSUM.start } else { 1 };
    }
    !crc == u32::from_le_bytes([model[4], model[5], model[6], model[7]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crc32_has_its_published_check_value() {
        assert_eq!(!b"123456789".iter().fold(!0, |crc, &byte| crc32_step(crc, byte)), 0xcbf4_3926);
    }

    #[test]
    fn sealing_is_what_the_check_expects() {
        let mut model = *b"........header and sections";
        seal(&mut model);
        assert!(is_intact(&model) && is_whole(&model));
        model[20] ^= 1;
        assert!(!is_intact(&model) && !is_whole(&model));
        assert!(!is_intact(&model[..6]));
    }
}
