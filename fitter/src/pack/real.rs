//! The scores of a model's parameters in real numbers: what its device rounds, unrounded.

use super::feature_error::weights;
use super::model_file::ModelFile;
use super::raw::Raw;
use crate::data::Inputs;
use crate::quantise::{FoldFormat, InputScaling};
use kernelet::block::{Field, Kind};
use kernelet::number::{Rescale, ScalePhase, ScalePhases};
use kernelet::wire::{BlockSections, Projection, Sections};
use kernelet::with_format;
use std::f64::consts::TAU;

/// One, in units of a feature.
const ONE: f64 = 32_767.0;

/// Returns the scores of rows in real numbers, in units of a score, row by row: inputs, angles,
/// cosines and features are not rounded, while weights are those of the device, and ferns compare
/// what it compares.
///
/// `None` for single precision, logarithms, and rows that are generated.
pub fn real_scores(file: &ModelFile, inputs: &Inputs) -> Option<Vec<Vec<f64>>> {
    let sections = Sections::of(file.model.bytes()).ok()?.used();
    if !sections.contract.is_fixed() || !sections.logarithms.is_empty() {
        return None;
    }
    let raw = file.raw(inputs);
    with_format!(sections.contract, F => scores::<F>(file, (inputs, &raw), &sections))
}

/// The device's scores, with the difference of each feature to the real one times its weights.
fn scores<F: FoldFormat>(
    file: &ModelFile,
    (inputs, raw): (&Inputs, &Raw),
    sections: &Sections<'_>,
) -> Option<Vec<Vec<f64>>> {
    let (device, scalings) = (file.device(), &file.sheet.scalings);
    let mut all: Vec<Vec<f64>> = device.answers(raw).into_iter().map(|answer| answer.scores).collect();
    let features = device.features(raw);
    let mut first = 0;
    for block in sections.blocks {
        if block.kind == Kind::Ferns {
            continue;
        }
        let real = RealBlock::of::<F>(&block, scalings.len())?;
        let head = weights::<F>(block.head, usize::from(sections.header.outputs));
        for (row, scores) in all.iter_mut().enumerate() {
            let values: Vec<f64> =
                inputs.columns.iter().zip(scalings).map(|(column, scaling)| real_input(column[row], scaling)).collect();
            for (m, (feature, weights)) in real.features(&values).zip(&head).enumerate() {
                let error = feature - ONE * features[(first + m, row)];
                scores.iter_mut().zip(weights).for_each(|(score, weight)| *score += weight * error);
            }
        }
        first += head.len();
    }
    Some(all)
}

/// The value of an input as features take it, in raw units.
fn real_input(x: f64, scaling: &InputScaling) -> f64 {
    let x = if x.is_nan() && scaling.guard.is_none() { return scaling.centre } else { x };
    let (low, high) = scaling.limits.unwrap_or((f64::MIN, f64::MAX));
    let raw = (scaling.gain * x.clamp(low, high) + scaling.offset).clamp(-ONE, ONE);
    match scaling.guard {
        Some(_) if x.is_nan() => 0.0,
        Some(guard) => (raw.clamp(guard.low, guard.high) - guard.centre) * f64::from(1u32 << guard.shift),
        None => raw,
    }
}

/// The rows of a block, and the scale and phase of each.
struct RealBlock {
    kind: Kind,
    rows: Vec<(Vec<f64>, ScalePhase)>,
}

impl RealBlock {
    fn of<F: FoldFormat>(block: &BlockSections<'_>, inputs: usize) -> Option<RealBlock> {
        let (Projection::Rows(fields), Some(activation)) = (block.projection, block.kind.activation()) else {
            return None;
        };
        let rows = weights::<F>(fields.bytes(Field::ROWS.name), inputs);
        let words = F::ScalePhases::read(activation, fields.bytes(Field::scale_phases(activation).name));
        let rows = rows.into_iter().zip(words).map(|(row, word)| Some((row, F::fixed_scale_phase(word)?)));
        Some(RealBlock { kind: block.kind, rows: rows.collect::<Option<_>>()? })
    }

    fn features(&self, inputs: &[f64]) -> impl Iterator<Item = f64> {
        self.rows.iter().map(move |(row, scale_phase)| {
            real_feature(self.kind, row.iter().zip(inputs).map(|(weight, x)| weight * x).sum(), *scale_phase)
        })
    }
}

/// The feature of a dot product.
fn real_feature(kind: Kind, dot: f64, scale_phase: ScalePhase) -> f64 {
    let slope = Rescale::from(scale_phase);
    let ramp = (dot + f64::from(slope.offset)) / 2f64.powi(slope.before.into());
    let ramp = ramp.clamp(-65_535.0, 65_535.0) * f64::from(slope.multiplier) / 2f64.powi(slope.after.into());
    let ramp = ramp.clamp(-ONE, ONE);
    match kind {
        Kind::Cosine => {
            let turns =
                dot * (f64::from(scale_phase.scale) / 2f64.powi(32)) + f64::from(scale_phase.phase.0) / 2f64.powi(32);
            ONE * (TAU * turns.fract()).cos()
        }
        Kind::Step if ramp > 0.0 => ONE,
        Kind::Step => 0.0,
        Kind::Relu => ramp.max(0.0),
        Kind::SquaredRelu => ramp.max(0.0).powi(2) / 32_768.0,
        _ => ramp,
    }
}
