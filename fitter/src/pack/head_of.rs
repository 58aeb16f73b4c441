//! The head of a packed model whose last section is one block of features.

use super::packed_model::PackedModel;
use crate::quantise::{HeadWords, cannot_overflow, largest_sums};
use kernelet::block::Form;
use kernelet::number::{Bias, Quantise, Score, Weight, Word};
use kernelet::wire::{Header, PREAMBLE, seal};
use kernelet::{Format, with_format};
use nalgebra::{DMatrix, DVector};
use std::ops::Range;

/// The bytes of the scale, the last field of the header.
const SCALE: usize = 4;

impl PackedModel {
    /// Returns the head: words `features x outputs`, the value of a unit of a word times a
    /// [unit of a feature](Format::FEATURE_UNIT), and the bias of each output in the unit of its
    /// target. `None` for a model of other parts than one block of features.
    pub fn head(&self) -> Option<HeadWords> {
        with_format!(self.contract(), F => self.head_as::<F>())
    }

    /// Returns the model with another head; `None` where a score of it could overflow, or the model
    /// has other parts than one block of features.
    pub fn with_head(&self, head: &HeadWords) -> Option<PackedModel> {
        with_format!(self.contract(), F => self.with_head_as::<F>(head))
    }

    fn head_as<F: Format>(&self) -> Option<HeadWords> {
        let Places { outputs, bias, head, .. } = self.places::<F>()?;
        let scale = f64::from(self.device().header().scale);
        let rows = self.bytes()[head].chunks(F::Weight::size(outputs));
        let words = rows.flat_map(|row| F::Weight::row(row).take(outputs).map(Into::into)).collect::<Vec<f64>>();
        let bias = F::Bias::words(&self.bytes()[bias]).map(|bias| Score::to_f64(bias) * scale);
        Some(HeadWords {
            words: DMatrix::from_row_slice(words.len() / outputs, outputs, &words),
            unit: scale,
            bias: DVector::from_iterator(outputs, bias),
        })
    }

    fn with_head_as<F: Format>(&self, head: &HeadWords) -> Option<PackedModel> {
        let places = self.places::<F>()?;
        let words: Vec<F::Weight> = head.words.transpose().iter().map(|&word| F::Weight::quantise(word)).collect();
        let bias: Vec<f64> = head.bias.iter().map(|bias| bias / head.unit).collect();
        let largest = largest_sums::<F>(&words, places.outputs);
        if !cannot_overflow::<F>(&bias, [&largest[..]].into_iter()) {
            return None;
        }
        let mut bytes = self.bytes().to_vec();
        bytes[places.scale].copy_from_slice(&(head.unit as f32).to_le_bytes());
        let mut packed = Vec::new();
        F::Bias::pack(&bias, &mut packed);
        bytes[places.bias].copy_from_slice(&packed);
        packed.clear();
        words.chunks(places.outputs).for_each(|row| F::Weight::pack(row.iter().copied(), &mut packed));
        bytes[places.head].copy_from_slice(&packed);
        seal(&mut bytes);
        PackedModel::new(bytes).ok()
    }

    /// The places of the head's bytes.
    fn places<F: Format>(&self) -> Option<Places> {
        let device = self.device();
        let [(kind, sizes)] = device.parts()[..] else { return None };
        let Header { outputs, guards, .. } = *device.header();
        if kind.form() == Form::Ferns || sizes.features == 0 {
            return None;
        }
        let header = PREAMBLE + postcard::to_allocvec(device.header()).ok()?.len();
        let bias = header + usize::from(guards) * guard_size::<F>();
        let (outputs, all) = (usize::from(outputs), self.bytes().len());
        let head = all.checked_sub(sizes.features * F::Weight::size(outputs))?;
        let end = bias + F::Bias::size(outputs);
        (end <= head).then_some(Places { outputs, scale: header - SCALE..header, bias: bias..end, head: head..all })
    }
}

/// The places of the bytes that a head consists of.
struct Places {
    outputs: usize,
    scale: Range<usize>,
    bias: Range<usize>,
    head: Range<usize>,
}

/// The bytes of a guard: its place, three words, and a shift.
fn guard_size<F: Format>() -> usize {
    2 + 3 * F::Input::SIZE + 1
}
