//! Logarithms of inputs, for readings that span many magnitudes: a spike or a long tail then costs no resolution elsewhere.
//!
//! `log2` is taken along straight lines between the powers of two (Mitchell 1962), which is exact there, monotone, and
//! nowhere more than 0.0861 below. Nothing is multiplied, and every row takes the same instructions.

use crate::block::section;
use crate::branchless::sign;
use crate::format::{Format, Input};
use crate::packed::{BLOCK_HEAD, ViewError};
use crate::word::Word;
use core::hint::black_box;

/// The number of the block in the packed layout.
pub const NUMBER: u8 = 10;
/// Raw units of an octave, in fixed point.
pub const OCTAVE: i16 = 1 << FRACTION;
/// The logarithm that counts as zero, that of 2^8, so that all others have 16 bits.
pub const MIDDLE: i16 = 8 * OCTAVE;

const FRACTION: u32 = 11;

/// `log2(x + 32768) - 8` along straight lines, in units of 2^-11; -32768 counts as -32767.
#[inline(always)]
pub fn fixed(x: i16) -> i16 {
    // 1 to 65535, doubled until its highest bit is bit 15
    let mut number = black_box(i32::from(x) + 32_768);
    number -= sign(number - 1);
    let mut octave = 15;
    for power in [3, 2, 1, 0] {
        let octaves = 1 << power;
        let small = sign(number - (0x10000 >> octaves));
        number += (number.wrapping_shl(octaves as u32) - number) & small;
        octave += -octaves & small;
    }
    ((octave << FRACTION) + ((number - 0x8000) >> (15 - FRACTION)) - i32::from(MIDDLE)) as i16
}

/// `log2(x gain + offset)` along straight lines; of no magnitude, some number.
#[inline(always)]
pub fn float(x: f32, [gain, offset]: [f32; 2]) -> f32 {
    const ONE: i32 = 1.0f32.to_bits() as i32;
    const UNIT: f32 = 1.0 / (1u32 << 23) as f32;
    // the exponent of a single is the whole part of its logarithm, and the digits behind it are the fraction
    ((x * gain + offset).to_bits() as i32).wrapping_sub(ONE) as f32 * UNIT
}

/// The inputs that have a logarithm, borrowed from the model.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Logarithms<'a> {
    /// A bit for each input, the lowest first.
    mask: &'a [u8],
    /// What each of these is brought to a magnitude by: nothing in fixed point.
    scales: &'a [u8],
}

impl<'a> Logarithms<'a> {
    /// None: nothing of bytes that are there, since a constant of its own would take flash.
    #[inline(always)]
    pub fn none(bytes: &'a [u8]) -> Self {
        let nothing = bytes.get(..0).unwrap_or(bytes);
        Logarithms { mask: nothing, scales: nothing }
    }

    /// Splits the block off the blocks that follow it, if that is the first one.
    #[inline(always)]
    pub fn split<F: Format>(blocks: &'a [u8], inputs: u16) -> Result<(Self, &'a [u8]), ViewError> {
        let Some(([NUMBER, low, high], bytes)) = blocks.split_first_chunk::<BLOCK_HEAD>() else {
            return Ok((Logarithms::none(blocks), blocks));
        };
        let (mask, rest) = section(bytes, 1, usize::from(inputs).div_ceil(8))?;
        let (scales, rest) = section(rest, usize::from(u16::from_le_bytes([*low, *high])), F::Input::SCALE)?;
        let marked: u32 = mask.iter().map(|byte| byte.count_ones()).sum();
        let beyond = mask.last().is_some_and(|last| u32::from(*last) >> (1 + (inputs - 1) % 8) > 0);
        match marked == u32::from(u16::from_le_bytes([*low, *high])) && !beyond {
            true => Ok((Logarithms { mask, scales }, rest)),
            false => Err(ViewError::Logarithm),
        }
    }

    /// How many inputs have one.
    pub fn count(self) -> usize {
        self.mask.iter().map(|byte| byte.count_ones() as usize).sum()
    }

    /// Puts logarithms in the place of guarded inputs.
    #[inline(always)]
    pub fn apply<F: Format>(self, inputs: &mut [F::Input]) {
        let mut scales = F::Input::words(self.scales);
        let mut next = || scales.next().unwrap_or_default();
        for (inputs, bits) in inputs.chunks_mut(8).zip(self.mask) {
            for (place, input) in inputs.iter_mut().enumerate() {
                if bits >> place & 1 == 1 {
                    let scale = if F::Input::SCALE > 0 { [next(), next()] } else { [F::Input::default(); 2] };
                    *input = input.logarithm(scale);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use crate::{F32, Q7};

    /// The largest distance of `log2(1 + f)` from `f`: at `f = 1 / ln 2 - 1`.
    const LOWEST: f64 = 0.086_072;

    #[test]
    fn words_are_logarithms_along_straight_lines() {
        let mut before = i16::MIN;
        for x in i16::MIN + 1..=i16::MAX {
            let number = f64::from(i32::from(x) + 32_768);
            let floor = number.log2().floor();
            let exact = (floor + number / floor.exp2() - 1.0 - 8.0) * f64::from(OCTAVE);
            assert_eq!(f64::from(fixed(x)), exact.floor(), "{x}");
            assert!(fixed(x) >= before);
            let missed = number.log2() - 8.0 - f64::from(fixed(x)) / f64::from(OCTAVE);
            // half of the fraction's bits are cut off where the number has more of them
            assert!((0.0..LOWEST + 1.0 / f64::from(OCTAVE)).contains(&missed), "{x}: {missed}");
            before = fixed(x);
        }
        assert_eq!((fixed(i16::MIN), fixed(-32_767), fixed(-32_512)), (-MIDDLE, -MIDDLE, 0));
    }

    #[test]
    fn singles_are_logarithms_along_straight_lines() {
        for step in 1..20_000 {
            let x = step as f32 * 3.7e-3;
            let missed = f64::from(x * 2.0 + 0.5).log2() - f64::from(float(x, [2.0, 0.5]));
            assert!((-1e-6..LOWEST + 1e-6).contains(&missed), "{x}: {missed}");
        }
        assert_eq!([1.0, 2.0, 1024.0, 0.125].map(|x| float(x, [1.0, 0.0])), [0.0, 1.0, 10.0, -3.0]);
        for x in [0.0, -1.0, f32::NAN, f32::INFINITY, f32::MIN] {
            assert!(float(x, [1.0, 0.0]).is_finite());
        }
    }

    #[test]
    fn marked_inputs_alone_are_changed() {
        let blocks = [NUMBER, 2, 0, 0b1000_0001, 0b0, 1, 1, 0];
        let (logarithms, rest) = Logarithms::split::<Q7>(&blocks, 9).expect("logarithms");
        assert_eq!((logarithms.count(), rest), (2, &[1, 1, 0][..]));
        let mut inputs = [-32_512; 9];
        logarithms.apply::<Q7>(&mut inputs);
        assert_eq!(inputs, [0, -32_512, -32_512, -32_512, -32_512, -32_512, -32_512, 0, -32_512]);
        let mut blocks = [NUMBER, 1, 0, 0b10, 0, 0, 0, 0, 0, 0, 0, 0];
        blocks[4..8].copy_from_slice(&2.0f32.to_le_bytes());
        blocks[8..].copy_from_slice(&1.0f32.to_le_bytes());
        let (logarithms, _) = Logarithms::split::<F32>(&blocks, 2).expect("logarithms");
        let mut inputs = [1.5, 1.5];
        logarithms.apply::<F32>(&mut inputs);
        assert_eq!(inputs, [1.5, 2.0]);
    }

    #[test]
    fn what_no_fitter_writes_is_refused() {
        let error = |blocks: &[u8], inputs| Logarithms::split::<Q7>(blocks, inputs).err();
        assert_eq!(error(&[NUMBER, 1, 0, 0b1], 3), None);
        assert_eq!(error(&[NUMBER, 2, 0, 0b1], 3), Some(ViewError::Logarithm));
        assert_eq!(error(&[NUMBER, 1, 0, 0b1000], 3), Some(ViewError::Logarithm));
        assert_eq!(error(&[NUMBER, 1, 0], 3), Some(ViewError::Length));
        assert_eq!(error(&[1, 1, 0], 3), None);
    }
}
