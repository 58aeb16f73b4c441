//! What the script knows about a model.

use super::bytes;
use super::example::Example;
use super::fields::{FieldFacts, fields};
use super::scalings;
use super::windows::{WindowFacts, windows};
use crate::data::Dialect;
use crate::pack::ModelFile;
use kernelet::answer::novelty::UNIT;
use serde::Serialize;

/// What the script knows about a model.
#[derive(Serialize)]
pub struct Facts<'a> {
    /// The packed model, in base64.
    model: String,
    /// The runtime, gzipped, in base64.
    runtime: String,
    /// The scaling of each input, and of each channel.
    scalings: String,
    channels: String,
    fields: Vec<FieldFacts<'a>>,
    windows: Option<WindowFacts<'a>>,
    dialect: &'a Dialect,
    target: TargetFacts<'a>,
    /// Whether scores are integers.
    fixed: bool,
    probability: bool,
    /// The value of one unit of a score.
    scale: f32,
    /// The novelty that counts as one, of a model with a novelty limit.
    novelty: Option<f64>,
    /// The share of values in their intervals, of a model with such.
    interval: Option<f64>,
    examples: &'a [Example],
}

#[derive(Serialize)]
struct TargetFacts<'a> {
    names: Vec<&'a str>,
    /// Of classes.
    labels: Option<&'a [String]>,
}

impl<'a> Facts<'a> {
    /// Gathers the facts of a model.
    pub fn of(model: &'a ModelFile, examples: &'a [Example]) -> Facts<'a> {
        let (sheet, device) = (&model.sheet, model.device());
        let signal = sheet.series.iter();
        let level = sheet.recipe.interval.map_or(f64::NAN, |interval| interval.level);
        Facts {
            model: bytes::text(model.model.bytes()),
            runtime: bytes::runtime(),
            scalings: bytes::numbers(sheet.scalings.iter().flat_map(scalings::of_input)),
            channels: bytes::numbers(signal.flat_map(|signal| &signal.channels).flat_map(scalings::of_channel)),
            fields: fields(sheet),
            windows: windows(sheet),
            dialect: &sheet.schema.dialect,
            target: TargetFacts { names: sheet.schema.target.names(), labels: sheet.schema.target.labels() },
            fixed: model.contract().is_fixed(),
            scale: device.header().scale,
            probability: device.has_probabilities(),
            novelty: device.has_novelty().then(|| UNIT.into()),
            interval: device.has_interval().then_some(level),
            examples,
        }
    }
}
