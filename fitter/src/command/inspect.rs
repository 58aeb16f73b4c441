//! `kernelet inspect`.

use super::{print_json, print_table};
use clap::Args;
use kernelet_fit::error::Result;
use kernelet_fit::export::sheet::ModelFile;
use serde::Serialize;
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
    guards: u16,
    bytes: Sections,
    ram_bytes: usize,
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
        let total = file.model.len();
        let summary = Summary {
            number: format!("{:?}", file.contract()),
            task: header.task,
            inputs: header.inputs,
            outputs: header.outputs,
            features: sizes.features,
            guards: header.guards,
            bytes: Sections {
                total,
                projection: sizes.projection,
                head: sizes.head,
                header: total - sizes.projection - sizes.head,
            },
            ram_bytes: 0,
        };
        if self.json { print_json(&summary) } else { summary.print() }
        Ok(())
    }
}

impl Summary {
    fn print(&self) {
        let Sections { total, projection, head, header } = self.bytes;
        print_table(&[
            ("task", format!("{:?}", self.task).to_lowercase()),
            ("number", self.number.clone()),
            ("shape", format!("{} inputs, {} features, {} outputs", self.inputs, self.features, self.outputs)),
            ("flash", format!("{total} bytes: projection {projection}, head {head}, header {header}")),
            ("RAM", format!("{} bytes", self.ram_bytes)),
        ]);
    }
}
