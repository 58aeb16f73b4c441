//! The summary of a packed model.

use super::bytes::SectionBytes;
use super::contents::{Contents, steady_line};
use super::cost::{builds, in_order};
use super::dependency::dependency;
use super::online::Online;
use super::windows::Windows;
use crate::error::text::counted;
use crate::pack::{Certificate, Guarantee, ModelFile};
use crate::recipe::Blocks;
use crate::report::guarantee::guarantee;
use crate::report::summary::Summary;
use crate::report::table::{Line, table};
use serde::Serialize;

/// The contents and the cost of a packed model, as `inspect` prints them.
#[derive(Clone, Debug, Serialize)]
pub struct Inspection {
    #[serde(flatten)]
    contents: Contents,
    blocks: Blocks,
    #[serde(skip_serializing_if = "Option::is_none")]
    classes: Option<Vec<String>>,
    bytes: SectionBytes,
    probability: bool,
    novelty: bool,
    interval: bool,
    certificate: Option<Guarantee>,
}

impl Inspection {
    /// Inspects a packed model.
    pub fn of(file: &ModelFile) -> Inspection {
        let device = file.device();
        Inspection {
            contents: Contents::of(file),
            blocks: file.sheet.recipe.blocks.unwrap_or(Blocks::COSINE),
            classes: file.sheet.schema.target.labels().map(<[String]>::to_vec),
            bytes: SectionBytes::of(file),
            probability: device.has_probabilities(),
            novelty: device.has_novelty(),
            interval: device.has_interval(),
            certificate: Certificate::of(file).map(|certificate| certificate.guarantee(None)),
        }
    }

    /// Returns the inputs, features, ferns and outputs, those that there are.
    fn shape(&self) -> String {
        let Contents { inputs, features, ferns, outputs, .. } = self.contents;
        let [features, ferns] = [(features, "feature"), (ferns, "fern")].map(|(count, noun)| match count {
            0 => String::new(),
            some => counted(some, noun) + ", ",
        });
        format!("{}, {features}{ferns}{}", counted(inputs.into(), "input"), counted(outputs.into(), "output"))
    }

    /// Returns the number of inputs with a guard, which prepares a raw reading on the device.
    fn guarded(&self) -> Option<Line> {
        let Contents { guards, replaced, .. } = self.contents;
        let inputs = counted(guards.into(), "input");
        let text = match replaced {
            all if all == usize::from(guards) => format!("{inputs}, clipped, centred, and replaced where missing"),
            0 => format!("{inputs}, clipped and centred"),
            some => format!("{inputs}, clipped and centred, {some} of them replaced where missing"),
        };
        (guards > 0).then_some(("guards", text))
    }

    /// Returns what the device answers beside scores and class, if anything.
    fn answers(&self) -> Option<Line> {
        let named = [
            (self.probability, "the probability of each class"),
            (self.novelty, "whether a row is new"),
            (self.contents.runtime_features.contains(&"values"), "a scale for each score, which makes it a value"),
            (self.interval, "the interval around a value"),
            (self.contents.checkpoints > 0, "an early class, at checkpoints between blocks"),
        ];
        let given: Vec<&str> = named.iter().filter(|(given, _)| *given).map(|(_, what)| *what).collect();
        (!given.is_empty()).then(|| ("answers", format!("also {}", given.join(", "))))
    }
}

impl Summary for Inspection {
    fn text(&self) -> String {
        let scores = if self.probability { "scores, probabilities" } else { "scores" };
        let mut lines = vec![
            ("task", self.contents.task.clone()),
            ("number", self.contents.number.to_string()),
            ("shape", self.shape()),
            ("blocks", self.contents.kinds.join(", ")),
        ];
        lines.extend(self.contents.series.as_ref().map(Windows::line));
        lines.extend(self.contents.steady.as_ref().and_then(steady_line));
        lines.push(self.contents.scaled.line());
        lines.extend(self.guarded());
        lines.push(("flash", self.bytes.to_string()));
        lines.push(("RAM", format!("{} bytes for readings, {scores} and scratch", self.contents.ram_bytes)));
        lines.extend(self.answers());
        lines.extend(self.contents.online.as_ref().map(Online::line));
        lines.extend(in_order(&self.contents.cost).map(|(core, cost)| (core, cost.to_string())));
        lines.extend((!self.contents.cost.is_empty()).then(|| ("built with", builds())));
        lines.extend(self.certificate.map(|certificate| ("rounding", guarantee(&certificate))));
        lines.push(("Cargo.toml", dependency(&self.contents.runtime_features)));
        table(&lines)
    }
}
