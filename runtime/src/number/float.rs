//! Single precision, with one of three cosines.

use super::activation::Activation;
use super::add;
use super::bias::Whole;
use super::contract::Contract;
use super::cosine;
use super::dot;
use super::format::{Format, sealed::Sealed};
use super::group::Group;
use super::rectified;
use core::marker::PhantomData;

/// Single precision: `feature = cos(2 pi (row . inputs + phase))`, rows and phases in turns, with
/// the cosine `C`.
#[derive(Clone, Copy, Debug)]
pub struct F32<C = Polynomial>(PhantomData<C>);

/// [`F32`] with [`Libm`]'s cosine; without the feature `libm` plain [`F32`].
#[cfg(feature = "libm")]
pub type F32Libm = F32<Libm>;
/// [`F32`] with `libm`'s cosine; without the feature `libm` plain [`F32`].
#[cfg(not(feature = "libm"))]
pub type F32Libm = F32;
/// [`F32`] with [`Micromath`]'s cosine; without the feature `micromath` plain [`F32`].
#[cfg(feature = "micromath")]
pub type F32Micromath = F32<Micromath>;
/// [`F32`] with `micromath`'s cosine; without the feature `micromath` plain [`F32`].
#[cfg(not(feature = "micromath"))]
pub type F32Micromath = F32;

/// A cosine of turns in `f32`, for [`F32`].
pub trait Cosine: Sealed + Copy + 'static {
    /// The contract of [`F32`] with this cosine.
    const CONTRACT: Contract;

    /// Its largest error within half a turn.
    const ERROR: f64;

    /// The cosine of `turns` full turns.
    fn turns(turns: f32) -> f32;
}

macro_rules! cosine {
    ($(#[$attribute:meta])* $name:ident, $contract:ident, $function:path, $error:literal) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug)]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        pub struct $name;

        $(#[$attribute])*
        impl Sealed for $name {}

        $(#[$attribute])*
        impl Cosine for $name {
            const CONTRACT: Contract = Contract::$contract;
            const ERROR: f64 = $error;

            #[inline(always)]
            fn turns(turns: f32) -> f32 {
                $function(turns)
            }
        }
    };
}

cosine!(/** The crate's own: [`cosine::turns`]. */ Polynomial, F32, cosine::turns, 2.1e-7);
cosine!(
    #[cfg(feature = "libm")]
    /** [`cosine::libm`]. */
    Libm,
    F32Libm,
    cosine::libm,
    1.8e-7
);
cosine!(
    #[cfg(feature = "micromath")]
    /** [`cosine::micromath`]. */
    Micromath,
    F32Micromath,
    cosine::micromath,
    1.1e-3
);

impl<C> Sealed for F32<C> {}

impl<C: Cosine> Format for F32<C> {
    const CONTRACT: Contract = C::CONTRACT;
    type Input = f32;
    type Weight = f32;
    type Lane = f32;
    type ScalePhase = f32;
    type ScalePhases = Whole;
    type Scale = f32;
    type Feature = f32;
    type Score = f32;
    type Leaf = f32;
    type Bias = Whole;
    const FEATURE_UNIT: f64 = 1.0;
    const COSINE_ERROR: f64 = C::ERROR;

    #[inline(always)]
    fn dot(row: &[u8], inputs: &[f32]) -> f32 {
        dot::float(row, inputs)
    }

    #[inline(always)]
    fn dot_at(row: &[u8], places: &[u16], inputs: &[f32]) -> f32 {
        dot::float_at(row, places, inputs)
    }

    #[inline(always)]
    fn dots(rows: &[u8], inputs: &[f32]) -> Group<f32> {
        dot::float_group(rows, inputs)
    }

    #[inline(always)]
    fn add_group(scores: &mut [f32], rows: &[u8], features: Group<f32>) {
        add::float(scores, rows, features);
    }

    #[inline(always)]
    fn cosine(dot: f32, phase: f32) -> f32 {
        C::turns(dot + phase)
    }

    #[inline(always)]
    fn rectified(activation: Activation, dot: f32, offset: f32) -> f32 {
        rectified::float(activation, dot + offset)
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
    fn add_leaf(score: &mut f32, leaf: f32, _shift: u8) {
        *score += leaf;
    }
}
