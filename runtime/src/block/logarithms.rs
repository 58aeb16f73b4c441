//! The section of the inputs whose [logarithm](crate::number::logarithm) the blocks take.

use super::body::BLOCK_HEAD;
use crate::error::ViewError;
use crate::number::{Format, Input, Word, section};

/// The number of the section in the packed layout.
pub const NUMBER: u8 = 10;

/// The inputs that have a logarithm, borrowed from the model.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Logarithms<'a> {
    /// A bit for each input, the lowest first.
    pub mask: &'a [u8],
    /// The gain and the offset of each input that is marked; nothing in fixed point.
    pub scales: &'a [u8],
}

impl<'a> Logarithms<'a> {
    /// None: nothing of bytes that are there, since a constant of its own would take flash.
    #[inline(always)]
    pub(crate) const fn none(bytes: &'a [u8]) -> Self {
        let (nothing, _) = bytes.split_at(0);
        Logarithms { mask: nothing, scales: nothing }
    }

    /// Splits the section off the blocks that follow it, if it is there.
    #[inline(always)]
    pub(crate) fn split<F: Format>(blocks: &'a [u8], inputs: u16) -> Result<(Self, &'a [u8]), ViewError> {
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

    /// The number of inputs with a logarithm.
    #[must_use]
    pub const fn count(self) -> usize {
        let (mut count, mut at) = (0, 0);
        while at < self.mask.len() {
            count += self.mask[at].count_ones() as usize;
            at += 1;
        }
        count
    }

    /// Returns true where no input has a logarithm.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.mask.is_empty()
    }

    /// The indices of the inputs with a logarithm.
    pub fn inputs(self) -> impl Iterator<Item = u16> + use<'a> {
        let bits = |byte: u8| (0..8).filter(move |bit| byte >> bit & 1 == 1);
        (0..).step_by(8).zip(self.mask).flat_map(move |(first, byte)| bits(*byte).map(move |bit| first + bit))
    }

    /// Puts logarithms in the place of guarded inputs.
    #[inline(always)]
    pub(crate) fn apply<F: Format>(self, inputs: &mut [F::Input]) {
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
    use super::*;
    use crate::{F32, Q7};

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
    fn invalid_sections_are_refused() {
        let error = |blocks: &[u8], inputs| Logarithms::split::<Q7>(blocks, inputs).err();
        assert_eq!(error(&[NUMBER, 1, 0, 0b1], 3), None);
        assert_eq!(error(&[NUMBER, 2, 0, 0b1], 3), Some(ViewError::Logarithm));
        assert_eq!(error(&[NUMBER, 1, 0, 0b1000], 3), Some(ViewError::Logarithm));
        assert_eq!(error(&[NUMBER, 1, 0], 3), Some(ViewError::Length));
        assert_eq!(error(&[1, 1, 0], 3), None);
    }
}
