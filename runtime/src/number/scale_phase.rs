//! Scale and phase of a cosine in fixed point.

use super::activation::Activation;
use super::angle::Angle;
use super::bias::Whole;
use super::record::records;
use super::word::Word;

/// Scale and phase of a fixed-point feature, in units of 2^-32 turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct ScalePhase {
    /// The angle of one unit of the integer dot product.
    pub scale: u32,
    /// The phase.
    pub phase: Angle,
}

impl Word for ScalePhase {
    const SIZE: usize = 8;
    type Bytes = [u8; 8];

    #[inline(always)]
    fn words(bytes: &[u8]) -> impl Iterator<Item = Self> {
        bytes.as_chunks().0.iter().map(|&[a, b, c, d, e, f, g, h]| ScalePhase {
            scale: u32::from_le_bytes([a, b, c, d]),
            phase: Angle(u32::from_le_bytes([e, f, g, h])),
        })
    }

    fn to_bytes(self) -> [u8; 8] {
        let ([a, b, c, d], [e, f, g, h]) = (self.scale.to_le_bytes(), self.phase.0.to_le_bytes());
        [a, b, c, d, e, f, g, h]
    }
}

/// A scale in a byte: `(8 + mantissa) << exponent`, the mantissa in the lower 3 bits, the exponent
/// in the upper 5.
///
/// Neighbours differ by an eighth to a fifteenth. From `9 << 29` on they wrap, as multiples of a
/// turn do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Minifloat(pub u8);

impl From<Minifloat> for u32 {
    #[inline(always)]
    fn from(Minifloat(byte): Minifloat) -> u32 {
        u32::from(8 + (byte & 7)) << (byte >> 3)
    }
}

impl Word for Minifloat {
    const SIZE: usize = 1;
    type Bytes = [u8; 1];

    #[inline(always)]
    fn words(bytes: &[u8]) -> impl Iterator<Item = Self> {
        bytes.iter().map(|&byte| Minifloat(byte))
    }

    fn to_bytes(self) -> [u8; 1] {
        [self.0]
    }
}

/// The storage of the scales and phases of a block.
pub trait ScalePhases<T> {
    /// The bytes of one feature with a cosine.
    const COSINE: usize;

    /// The bytes of one feature without a cosine.
    const RECTIFIED: usize;

    /// The bytes of one feature in this build.
    fn size(activation: Activation) -> usize;

    /// Reads those of all features, in order.
    fn read(activation: Activation, bytes: &[u8]) -> impl Iterator<Item = T>;
}

/// As they are computed with.
impl<T: Word> ScalePhases<T> for Whole {
    const COSINE: usize = T::SIZE;
    const RECTIFIED: usize = T::SIZE;

    #[inline(always)]
    fn size(_: Activation) -> usize {
        T::SIZE
    }

    #[inline(always)]
    fn read(_: Activation, bytes: &[u8]) -> impl Iterator<Item = T> {
        T::words(bytes)
    }
}

/// A cosine's in two bytes: a [`Minifloat`] and the phase in units of 2^-8 turn; those of other
/// kinds whole.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Short;

impl ScalePhases<ScalePhase> for Short {
    const COSINE: usize = 2;
    const RECTIFIED: usize = ScalePhase::SIZE;

    #[inline(always)]
    fn size(activation: Activation) -> usize {
        if cfg!(feature = "rectified") && activation.is_rectified() { Self::RECTIFIED } else { Self::COSINE }
    }

    #[inline(always)]
    fn read(activation: Activation, bytes: &[u8]) -> impl Iterator<Item = ScalePhase> {
        records(bytes, Short::size(activation)).map_while(|record| match *record {
            [scale, phase] => Some(ScalePhase { scale: Minifloat(scale).into(), phase: Angle(u32::from(phase) << 24) }),
            _ => ScalePhase::words(record).next(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minifloats_rise_by_an_eighth_at_most_and_then_wrap() {
        let scale = |byte| u32::from(Minifloat(byte));
        assert_eq!([0, 7, 8, 15, 16].map(scale), [8, 15, 16, 30, 32]);
        for byte in 0..231 {
            let (one, next) = (f64::from(scale(byte)), f64::from(scale(byte + 1)));
            assert!((1.0 / 16.0..=1.0 / 8.0).contains(&(next / one - 1.0)) && next / one > 1.0 + 1.0 / 17.0);
        }
        assert_eq!((scale(231), scale(232), scale(233)), (15 << 28, 0, 1 << 29));
        assert_eq!(scale(255), 1 << 31); // 15 << 31
    }

    #[test]
    fn short_scales_and_phases_have_few_bits() {
        let read = Short::read(Activation::Cosine, &[0x4b, 0x40, 0, 0xff, 7]);
        assert!(
            read.eq(
                [(11 << 9, 1 << 30), (8, 255 << 24)].map(|(scale, phase)| ScalePhase { scale, phase: Angle(phase) })
            )
        );
    }
}
