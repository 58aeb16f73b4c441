//! The number formats: what is stored, how a feature is computed from it, how it adds to a score.

use crate::angle::Angle;
use crate::cosine;
use crate::group::{self, Group};
use crate::hadamard::Lane;
use crate::kind::Kind;
use crate::project;
use crate::rectify;
use crate::word::{Quantise, Word};
use core::marker::PhantomData;

pub use crate::bias::{Bias, Shifted, Whole};
pub use crate::input::Input;
pub use crate::nibble::Nibble;
pub use crate::score::Score;
pub use crate::turn::{Minifloat, Short, Turn, Turns};
pub use crate::weight::Weight;

/// A number format: the types and the arithmetic of a model, down to the last bit.
///
/// | format | inputs | weights | cosine | feature | score |
/// | --- | --- | --- | --- | --- | --- |
/// | [`F32`] | `f32`, physical units | `f32` | polynomial, libm or micromath | `f32` | `f32` |
/// | [`Q15`] | `i16`, raw | `i16` | polynomial | `q15` | `i64` |
/// | [`Q7`] | `i16`, raw | `i8` | table | `q15` | `i32`, proved by the fitter |
/// | [`Q7Wide`] | `i16`, raw | `i8` | table | `q15` | `i64` |
/// | [`Q3`] | `i16`, raw | [`Nibble`] | table | `q15` | `i32`, proved by the fitter |
pub trait Format: sealed::Sealed + Copy + 'static {
    /// The identifier that a packed model carries: one number for the whole arithmetic.
    const CONTRACT: Contract;
    /// One input of the device.
    type Input: Input;
    /// One weight, of the projection and of the head.
    type Weight: Weight;
    /// A dot product, and a word of the scratch in which structured rows are transformed.
    type Lane: Lane;
    /// Scale and phase of one feature with a dense row.
    type Turn: Word;
    /// How turns are stored.
    type Turns: Turns<Self::Turn>;
    /// What one unit of a lane is worth after a transform.
    type Scale: Word + Default;
    /// The value of one feature, in units of [`Format::FEATURE_UNIT`].
    type Feature: Into<f64> + Copy + Default + PartialEq + core::fmt::Debug + 'static;
    /// One score, and the accumulator behind it.
    type Score: Score;
    /// What a leaf of a fern holds for each score.
    type Leaf: Word + Quantise + Into<f64>;
    /// How the scores before any feature are stored.
    type Bias: Bias<Self::Score>;

    /// What one unit of a feature is worth: 1/32767 of a full cosine in fixed point.
    const FEATURE_UNIT: f64;

    /// The dot product `row . inputs`; `row` holds the weights' bytes.
    fn dot(row: &[u8], inputs: &[Self::Input]) -> Self::Lane;

    /// The dot products of a group of rows.
    fn dots(rows: &[u8], inputs: &[Self::Input]) -> Group<Self::Lane>;

    /// The feature `cos(dot + turn)`.
    fn cosine(dot: Self::Lane, turn: Self::Turn) -> Self::Feature;

    /// The feature of a kind without a cosine, which reads the turn's words its own way.
    fn rectified(kind: Kind, dot: Self::Lane, turn: Self::Turn) -> Self::Feature;

    /// The product of an input and its weight, before a transform.
    fn lane(weight: Self::Weight, input: Self::Input) -> Self::Lane;

    /// The feature `cos(lane * scale + phase)`, a full turn of the phase 2^32.
    fn structured(lane: Self::Lane, scale: Self::Scale, phase: u32) -> Self::Feature;

    /// Adds `weight * feature` to a score.
    fn add(score: &mut Self::Score, weight: Self::Weight, feature: Self::Feature);

    /// Adds `leaf << shift` to a score; `f32` ignores `shift`.
    fn shed(score: &mut Self::Score, leaf: Self::Leaf, shift: u8);
}

/// The identifier of a number format in a packed model.
///
/// It fixes everything that an answer depends on: words, rounding, phase, cosine and accumulation. Numbers are never
/// used again for another arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(u8)]
pub enum Contract {
    /// [`F32`] with the crate's own polynomial cosine.
    F32 = 1,
    /// [`F32`] with [`Libm`]'s cosine.
    F32Libm = 2,
    /// [`F32`] with [`Micromath`]'s cosine.
    F32Micromath = 3,
    /// [`Q15`].
    Q15 = 4,
    /// [`Q7`].
    Q7 = 5,
    /// [`Q7Wide`].
    Q7Wide = 6,
    /// [`Q3`].
    Q3 = 7,
}

impl Contract {
    /// The contract with this number.
    pub const fn from_number(number: u8) -> Option<Contract> {
        Some(match number {
            1 => Contract::F32,
            2 => Contract::F32Libm,
            3 => Contract::F32Micromath,
            4 => Contract::Q15,
            5 => Contract::Q7,
            6 => Contract::Q7Wide,
            7 => Contract::Q3,
            _ => return None,
        })
    }

    /// Whether inputs and scores are integers.
    pub const fn is_fixed(self) -> bool {
        matches!(self, Contract::Q15 | Contract::Q7 | Contract::Q7Wide | Contract::Q3)
    }
}

/// 16-bit weights, 64-bit scores: as accurate as `f32` on cores without a floating-point unit.
pub type Q15 = Fixed<i16, i64>;
/// 8-bit weights, 32-bit scores: the smallest and the fastest.
pub type Q7 = Fixed<i8, i32>;
/// 8-bit weights, 64-bit scores, for models whose 32-bit scores could overflow.
pub type Q7Wide = Fixed<i8, i64>;
/// 4-bit weights, two to a byte, and two bytes for scale and phase of a cosine: for models in the fewest bytes.
pub type Q3 = Fixed<Nibble, i32>;

/// Fixed point: weights `W`, 16-bit inputs, `q15` features, scores `S`.
///
/// `feature = cos((row . inputs) * scale + phase)` in binary angles; the integer dot product may wrap, which is
/// reduction modulo one turn, exactly.
#[derive(Clone, Copy, Debug)]
pub struct Fixed<W, S>(PhantomData<(W, S)>);

macro_rules! fixed {
    (
        $contract:ident: $weight:ty, $score:ty, bias $bias:ty, turns $turns:ty, scale $scale:ty,
        dot $dot:path, dots $dots:path, cosine $cosine:path
    ) => {
        impl Format for Fixed<$weight, $score> {
            const CONTRACT: Contract = Contract::$contract;
            type Input = i16;
            type Weight = $weight;
            type Lane = i32;
            type Turn = Turn;
            type Turns = $turns;
            type Scale = $scale;
            type Feature = i16;
            type Score = $score;
            type Leaf = i8;
            type Bias = $bias;
            const FEATURE_UNIT: f64 = 1.0 / 32767.0;

            #[inline(always)]
            fn dot(row: &[u8], inputs: &[i16]) -> i32 {
                $dot(row, inputs)
            }

            #[inline(always)]
            fn dots(rows: &[u8], inputs: &[i16]) -> Group<i32> {
                $dots(rows, inputs)
            }

            #[inline(always)]
            fn cosine(dot: i32, turn: Turn) -> i16 {
                $cosine(Angle::of_dot(dot, turn.scale) + turn.phase)
            }

            #[inline(always)]
            fn rectified(kind: Kind, dot: i32, turn: Turn) -> i16 {
                rectify::fixed(kind, dot, turn.into())
            }

            #[inline(always)]
            fn lane(weight: $weight, input: i16) -> i32 {
                i32::from(weight) * i32::from(input)
            }

            #[inline(always)]
            fn structured(lane: i32, scale: $scale, phase: u32) -> i16 {
                $cosine(Angle::of_dot(lane, scale.into()) + Angle(phase))
            }

            #[inline(always)]
            fn add(score: &mut $score, weight: $weight, feature: i16) {
                let product = i32::from(weight) * i32::from(feature);
                *score = score.plus(<$score>::from(product));
            }

            #[inline(always)]
            fn shed(score: &mut $score, leaf: i8, shift: u8) {
                *score = score.plus(<$score>::from(i32::from(leaf) << (shift & 31)));
            }
        }
    };
}

fixed!(Q15: i16, i64, bias Whole, turns Whole, scale u32, dot project::fixed::<i16>, dots project::fixed_group::<i16>,
       cosine cosine::polynomial);
fixed!(Q7: i8, i32, bias Whole, turns Whole, scale u32, dot project::fixed::<i8>, dots project::fixed_group::<i8>,
       cosine cosine::table);
fixed!(Q7Wide: i8, i64, bias Whole, turns Whole, scale u32, dot project::fixed::<i8>, dots project::fixed_group::<i8>,
       cosine cosine::table);
fixed!(Q3: Nibble, i32, bias Shifted, turns Short, scale Minifloat, dot project::nibbles, dots project::nibbles_group,
       cosine cosine::table);

/// Single precision: `feature = cos(2 pi (row . inputs + phase))`, rows and phases in turns, with the cosine `C`.
#[derive(Clone, Copy, Debug)]
pub struct F32<C = Polynomial>(PhantomData<C>);

/// A cosine of turns in `f32`, for [`F32`].
pub trait Cosine: sealed::Sealed + Copy + 'static {
    /// The contract of [`F32`] with this cosine.
    const CONTRACT: Contract;

    /// The cosine of `turns` full turns.
    fn turns(turns: f32) -> f32;
}

macro_rules! cosine {
    ($(#[$attribute:meta])* $name:ident, $contract:ident, $function:path) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug)]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        pub struct $name;

        $(#[$attribute])*
        impl sealed::Sealed for $name {}

        $(#[$attribute])*
        impl Cosine for $name {
            const CONTRACT: Contract = Contract::$contract;

            #[inline(always)]
            fn turns(turns: f32) -> f32 {
                $function(turns)
            }
        }
    };
}

cosine!(/** The crate's own: [`cosine::turns`]. */ Polynomial, F32, cosine::turns);
cosine!(
    #[cfg(feature = "libm")]
    /** [`cosine::libm`]. */
    Libm,
    F32Libm,
    cosine::libm
);
cosine!(
    #[cfg(feature = "micromath")]
    /** [`cosine::micromath`]. */
    Micromath,
    F32Micromath,
    cosine::micromath
);

impl<C: Cosine> Format for F32<C> {
    const CONTRACT: Contract = C::CONTRACT;
    type Input = f32;
    type Weight = f32;
    type Lane = f32;
    type Turn = f32;
    type Turns = Whole;
    type Scale = f32;
    type Feature = f32;
    type Score = f32;
    type Leaf = f32;
    type Bias = Whole;
    const FEATURE_UNIT: f64 = 1.0;

    #[inline(always)]
    fn dot(row: &[u8], inputs: &[f32]) -> f32 {
        project::float(row, inputs)
    }

    #[inline(always)]
    fn dots(rows: &[u8], inputs: &[f32]) -> Group<f32> {
        group::records(rows, f32::SIZE * inputs.len()).map(|row| project::float(row, inputs))
    }

    #[inline(always)]
    fn cosine(dot: f32, phase: f32) -> f32 {
        C::turns(dot + phase)
    }

    #[inline(always)]
    fn rectified(kind: Kind, dot: f32, offset: f32) -> f32 {
        rectify::float(kind, dot + offset)
    }

    #[inline(always)]
    fn lane(weight: f32, input: f32) -> f32 {
        weight * input
    }

    #[inline(always)]
    fn structured(lane: f32, scale: f32, phase: u32) -> f32 {
        // the upper 24 bits, which f32 holds exactly
        C::turns(lane * scale + (phase >> 8) as f32 * (1.0 / 16_777_216.0))
    }

    #[inline(always)]
    fn add(score: &mut f32, weight: f32, feature: f32) {
        *score += weight * feature;
    }

    #[inline(always)]
    fn shed(score: &mut f32, leaf: f32, _shift: u8) {
        *score += leaf;
    }
}

mod sealed {
    /// Formats are part of the numeric contract, so nobody else adds one.
    pub trait Sealed {}
    impl<W, S> Sealed for super::Fixed<W, S> {}
    impl<C> Sealed for super::F32<C> {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contract_numbers_never_change() {
        use Contract::*;
        for (number, contract) in (1..).zip([F32, F32Libm, F32Micromath, Q15, Q7, Q7Wide, Q3]) {
            assert_eq!(contract as u8, number);
            assert_eq!(Contract::from_number(number), Some(contract));
        }
        assert_eq!(Contract::from_number(0), None);
        assert_eq!(Contract::from_number(8), None);
    }

    #[test]
    fn scores_are_exact_where_the_proof_holds() {
        let mut narrow = i32::MAX - 127 * 32767;
        Q7::add(&mut narrow, 127, 32767);
        assert_eq!(narrow, i32::MAX);
        let mut wide = 0;
        Q15::add(&mut wide, -32767, 32767);
        assert_eq!(wide, -32767 * 32767);
    }
}
