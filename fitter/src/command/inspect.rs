//! `kernelet inspect`.

use super::output::{self, Findings, table};
use clap::Args;
use kernelet_fit::error::Result;
use kernelet_fit::pack::cost;
use kernelet_fit::pack::cost::{CORES, Extras, Shape};
use kernelet_fit::pack::{Certificate, Guarantee, ModelFile};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Options of `inspect`.
#[derive(Debug, Args)]
pub struct Inspect {
    /// The packed model.
    model: PathBuf,
    /// One JSON object instead of a table.
    #[arg(long)]
    json: bool,
}

/// What `inspect --json` prints.
#[derive(Serialize)]
struct Summary {
    number: String,
    task: kernelet::Task,
    inputs: u16,
    outputs: u16,
    features: usize,
    ferns: usize,
    blocks: Vec<String>,
    guards: u16,
    bytes: Sections,
    ram_bytes: usize,
    probability: bool,
    novelty: bool,
    checkpoints: usize,
    cost: BTreeMap<&'static str, Cost>,
    certificate: Option<Guarantee>,
}

/// What one prediction costs on a core, about.
#[derive(Serialize)]
struct Cost {
    /// Scores and class by all blocks.
    instructions: u64,
    /// Beside them.
    #[serde(skip_serializing_if = "Option::is_none")]
    probability: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    novelty: Option<u64>,
}

/// The bytes of a packed model by section.
#[derive(Serialize)]
struct Sections {
    total: usize,
    projection: usize,
    head: usize,
    header: usize,
}

impl Inspect {
    /// Reads and prints.
    pub fn run(self) -> Result<()> {
        let file = ModelFile::open(&self.model)?;
        let device = file.device();
        let (header, sizes) = (device.header(), device.sizes());
        let total = file.model.bytes().len();
        let summary = Summary {
            number: format!("{:?}", file.contract()).to_lowercase(),
            task: header.task,
            inputs: header.inputs,
            outputs: header.outputs,
            features: sizes.features,
            ferns: sizes.ferns,
            blocks: device.parts().iter().map(|(kind, _)| format!("{kind:?}").to_lowercase()).collect(),
            guards: header.guards,
            bytes: Sections {
                total,
                projection: sizes.projection,
                head: sizes.head,
                header: total - sizes.projection - sizes.head,
            },
            ram_bytes: device.ram_bytes(),
            probability: device.has_probabilities(),
            novelty: device.has_novelty(),
            checkpoints: device.checkpoints(),
            cost: costs(&file),
            certificate: Certificate::of(&file).map(|certificate| certificate.guarantee(None)),
        };
        summary.print(self.json);
        Ok(())
    }
}

impl Findings for Summary {
    fn text(&self) -> String {
        let Sections { total, projection, head, header } = self.bytes;
        let mut rows = vec![
            ("task", format!("{:?}", self.task).to_lowercase()),
            ("number", self.number.clone()),
            ("shape", format!("{} inputs, {}{} outputs", self.inputs, self.contents(), self.outputs)),
            ("blocks", self.blocks.join(", ")),
            ("flash", format!("{total} bytes: projection {projection}, head {head}, header {header}")),
            ("RAM", format!("{} bytes for readings, {} and scratch", self.ram_bytes, self.answers())),
        ];
        let about = |(&core, cost): (&&'static str, &Cost)| (core, cost.text());
        rows.extend(self.says().map(|says| ("says too", says)));
        rows.extend(self.cost.iter().map(about));
        rows.extend(self.certificate.map(|certificate| ("rounding", output::guarantee(&certificate))));
        table(&rows)
    }
}

impl Cost {
    fn text(&self) -> String {
        let named = [(self.probability, "probabilities"), (self.novelty, "novelty")];
        let more = named.iter().filter_map(|(cost, what)| Some(format!(", {what} {} more", (*cost)?)));
        format!("about {} instructions", self.instructions) + &more.collect::<String>()
    }
}

impl Summary {
    fn answers(&self) -> &'static str {
        if self.probability { "scores, probabilities" } else { "scores" }
    }

    /// What the device says beside the class.
    fn says(&self) -> Option<String> {
        let named = [
            (self.probability, "how probable classes are"),
            (self.novelty, "whether a row is new"),
            (self.checkpoints > 0, "whether a class is clear early"),
        ];
        let said: Vec<&str> = named.iter().filter(|(says, _)| *says).map(|(_, what)| *what).collect();
        (!said.is_empty()).then(|| said.join(", "))
    }

    fn contents(&self) -> String {
        let named = [(self.features, "features"), (self.ferns, "ferns")];
        named.iter().filter(|(count, _)| *count > 0).map(|(count, name)| format!("{count} {name}, ")).collect()
    }
}

/// The cost on every core, for a model in a format that was measured.
fn costs(file: &ModelFile) -> BTreeMap<&'static str, Cost> {
    let (device, contract) = (file.device(), file.contract());
    let (by, outputs) = (Extras::by(&*device), device.header().outputs.into());
    let beside = |extras: Extras| cost::extra_instructions(contract, outputs, extras);
    let probability = by.probability.then(|| beside(Extras { probability: true, ..Extras::default() }));
    let novelty = by.novelty.then(|| beside(Extras { novelty: true, ..Extras::default() }));
    let cost = |(core, (name, instructions))| {
        let of = |costs: Option<[u64; 3]>| costs.map(|costs| costs[core]);
        (name, Cost { instructions, probability: of(probability), novelty: of(novelty) })
    };
    let counts = cost::instructions(contract, &Shape::of(&*device));
    counts.into_iter().flat_map(|counts| CORES.into_iter().zip(counts).enumerate().map(cost)).collect()
}
