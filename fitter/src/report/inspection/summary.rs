//! The summary of a packed model.

use super::bytes::SectionBytes;
use super::cost::{CoreCost, costs};
use super::dependency::dependency;
use crate::pack::{Certificate, Guarantee, ModelFile};
use crate::report::guarantee::guarantee;
use crate::report::summary::Summary;
use crate::report::table::{Line, table};
use kernelet::wire::needed_features;
use serde::Serialize;
use std::collections::BTreeMap;

/// The contents and the cost of a packed model, as `inspect` prints them.
#[derive(Clone, Debug, Serialize)]
pub struct Inspection {
    number: String,
    task: kernelet::Task,
    inputs: u16,
    outputs: u16,
    features: usize,
    ferns: usize,
    blocks: Vec<String>,
    guards: u16,
    bytes: SectionBytes,
    ram_bytes: usize,
    probability: bool,
    novelty: bool,
    checkpoints: usize,
    cost: BTreeMap<&'static str, CoreCost>,
    certificate: Option<Guarantee>,
    runtime_features: Vec<&'static str>,
}

impl Inspection {
    /// Inspects a packed model.
    pub fn of(file: &ModelFile) -> Inspection {
        let device = file.device();
        let (header, sizes) = (device.header(), device.sizes());
        Inspection {
            number: format!("{:?}", file.contract()).to_lowercase(),
            task: header.task,
            inputs: header.inputs,
            outputs: header.outputs,
            features: sizes.features,
            ferns: sizes.ferns,
            blocks: device.parts().iter().map(|(kind, _)| format!("{kind:?}").to_lowercase()).collect(),
            guards: header.guards,
            bytes: SectionBytes::of(file),
            ram_bytes: device.ram_bytes(),
            probability: device.has_probabilities(),
            novelty: device.has_novelty(),
            checkpoints: device.checkpoints(),
            cost: costs(file),
            certificate: Certificate::of(file).map(|certificate| certificate.guarantee(None)),
            runtime_features: needed_features(file.model.bytes()).unwrap_or_default().names().collect(),
        }
    }

    /// Returns the inputs, features, ferns and outputs, those that there are.
    fn shape(&self) -> String {
        let named = [(self.features, "features"), (self.ferns, "ferns")];
        let named = named.iter().filter(|(count, _)| *count > 0);
        let parts: String = named.map(|(count, name)| format!("{count} {name}, ")).collect();
        format!("{} inputs, {parts}{} outputs", self.inputs, self.outputs)
    }

    /// Returns the number of inputs with a guard, which prepares a raw reading on the device.
    fn guarded(&self) -> Option<Line> {
        let guards = self.guards;
        (guards > 0).then(|| ("guards", format!("{guards} inputs, clipped, centred, and replaced where missing")))
    }

    /// Returns what the device answers beside scores and class, if anything.
    fn answers(&self) -> Option<Line> {
        let named = [
            (self.probability, "the probability of each class"),
            (self.novelty, "whether a row is new"),
            (self.checkpoints > 0, "an early class, at checkpoints between blocks"),
        ];
        let given: Vec<&str> = named.iter().filter(|(given, _)| *given).map(|(_, what)| *what).collect();
        (!given.is_empty()).then(|| ("answers", format!("also {}", given.join(", "))))
    }
}

impl Summary for Inspection {
    fn text(&self) -> String {
        let scores = if self.probability { "scores, probabilities" } else { "scores" };
        let mut lines = vec![
            ("task", format!("{:?}", self.task).to_lowercase()),
            ("number", self.number.clone()),
            ("shape", self.shape()),
            ("blocks", self.blocks.join(", ")),
        ];
        lines.extend(self.guarded());
        lines.push(("flash", self.bytes.to_string()));
        lines.push(("RAM", format!("{} bytes for readings, {scores} and scratch", self.ram_bytes)));
        lines.extend(self.answers());
        lines.extend(self.cost.iter().map(|(core, cost)| (*core, cost.to_string())));
        lines.extend(self.certificate.map(|certificate| ("rounding", guarantee(&certificate))));
        lines.push(("Cargo.toml", dependency(&self.runtime_features)));
        table(&lines)
    }
}
