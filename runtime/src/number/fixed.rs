//! Fixed point, for all widths of weights and scores.

use super::format::sealed::Sealed;
use core::marker::PhantomData;

/// Fixed point: weights `W`, 16-bit inputs, `q15` features, scores `S`.
///
/// `feature = cos((row . inputs) * scale + phase)` in binary angles; the integer dot product may
/// wrap, which is reduction modulo one turn, exactly.
#[derive(Clone, Copy, Debug)]
pub struct Fixed<W, S>(PhantomData<(W, S)>);

impl<W, S> Sealed for Fixed<W, S> {}

/// Implements [`Format`](super::format::Format) for a format in fixed point.
macro_rules! fixed {
    (
        $contract:ident: $weight:ty, $score:ty, bias $bias:ty, scale_phases $scale_phases:ty, scale $scale:ty,
        dot $dot:path, at $at:path, dots $dots:path, pair $pair:path, add $add:path, $(cosines $cosines:path,)?
        $(patches $patches:path,)?
        cosine $cosine:path, error $error:path
    ) => {
        impl super::format::Format for super::fixed::Fixed<$weight, $score> {
            const CONTRACT: super::contract::Contract = super::contract::Contract::$contract;
            type Input = i16;
            type Weight = $weight;
            type Lane = i32;
            type ScalePhase = super::scale_phase::ScalePhase;
            type ScalePhases = $scale_phases;
            type Scale = $scale;
            type Feature = i16;
            type Score = $score;
            type Leaf = i8;
            type Bias = $bias;
            const FEATURE_UNIT: f64 = 1.0 / 32767.0;
            const COSINE_ERROR: f64 = $error;

            #[inline(always)]
            fn dot(row: &[u8], inputs: &[i16]) -> i32 {
                $dot(row, inputs)
            }

            #[inline(always)]
            fn dot_at(row: &[u8], places: &[u16], inputs: &[i16]) -> i32 {
                $at(row, places, inputs)
            }

            #[inline(always)]
            fn dots(rows: &[u8], inputs: &[i16]) -> super::group::Group<i32> {
                $dots(rows, inputs)
            }

            #[inline(always)]
            fn pair(inputs: &mut [i16]) {
                $pair(inputs);
            }

            #[inline(always)]
            fn add_group(scores: &mut [$score], rows: &[u8], features: super::group::Group<i16>) {
                $add(scores, rows, features);
            }

            $(#[inline(always)]
            fn cosines(block: super::format::Cosines, inputs: &[i16], scores: &mut [$score]) -> usize {
                $cosines(block, inputs, scores)
            })?

            $(#[inline(always)]
            fn patches(block: super::format::PatchCosines, inputs: &[i16], scores: &mut [$score]) -> usize {
                $patches(block, inputs, scores)
            })?

            #[inline(always)]
            fn cosine(dot: i32, words: Self::ScalePhase) -> i16 {
                $cosine(super::angle::Angle::of_dot(dot, words.scale) + words.phase)
            }

            #[inline(always)]
            fn rectified(activation: super::activation::Activation, dot: i32, words: Self::ScalePhase) -> i16 {
                super::rectified::fixed(activation, dot, words.into())
            }

            #[inline(always)]
            fn lane(weight: $weight, input: i16) -> i32 {
                i32::from(weight) * i32::from(input)
            }

            #[inline(always)]
            fn structured(lane: i32, scale: $scale, phase: u32) -> i16 {
                $cosine(super::angle::Angle::of_dot(lane, scale.into()) + super::angle::Angle(phase))
            }

            #[inline(always)]
            fn add(score: &mut $score, weight: $weight, feature: i16) {
                let product = i32::from(weight) * i32::from(feature);
                *score = super::score::Score::plus(*score, <$score>::from(product));
            }

            #[inline(always)]
            fn add_leaf(score: &mut $score, leaf: i8, shift: u8) {
                *score = super::score::Score::plus(*score, <$score>::from(i32::from(leaf) << (shift & 31)));
            }
        }
    };
}

pub(super) use fixed;
