//! `kernelet evaluate`.

use super::output::{self, Findings, table};
use clap::Args;
use kernelet_fit::data::{DataFile, Groups, Table};
use kernelet_fit::error::Result;
use kernelet_fit::metrics::{Metrics, certify, evaluate};
use kernelet_fit::pack::{Guarantee, ModelFile};
use serde::Serialize;
use std::path::PathBuf;

/// Options of `evaluate`.
#[derive(Debug, Args)]
pub struct Evaluate {
    /// The packed model.
    model: PathBuf,
    /// The data: the model's input columns and the target, by name.
    data: PathBuf,
    /// The target's column, where its name is not that of the training data.
    #[arg(long)]
    target: Option<String>,
    /// The column of subjects, devices or recordings, whose rows err together: intervals then go by these.
    #[arg(long)]
    group: Option<String>,
    /// One JSON object instead of a table.
    #[arg(long)]
    json: bool,
}

/// What `evaluate --json` prints.
#[derive(Serialize)]
struct Summary {
    #[serde(flatten)]
    metrics: Metrics,
    #[serde(skip_serializing_if = "Option::is_none")]
    confusion: Option<Confusion>,
    certificate: Option<Guarantee>,
}

/// Rows of each true class (outer) answered by each class (inner), in the order of the labels.
#[derive(Serialize)]
struct Confusion {
    labels: Vec<String>,
    counts: Vec<Vec<u64>>,
}

impl Evaluate {
    /// Reads, measures, prints.
    pub fn run(self) -> Result<()> {
        let model = ModelFile::open(&self.model)?;
        let mut schema = model.sheet.schema.clone();
        if let Some(target) = self.target {
            schema.target.name = target;
        }
        let file = DataFile::open(&self.data)?;
        let groups = self
            .group
            .map(|name| Groups::read(&file, &name))
            .transpose()?
            .map_or(Groups::Independent, |(groups, _)| groups);
        let table = Table { groups, ..schema.read(&file)? };
        let metrics = evaluate(&model, &table);
        let certificate = certify(&model, &table);
        let confusion = match &metrics {
            Metrics::Classification { confusion, .. } => {
                let labels = schema.target.labels().unwrap_or_default().to_vec();
                Some(Confusion { labels, counts: confusion.clone() })
            }
            Metrics::Regression { .. } => None,
        };
        Summary { metrics, confusion, certificate }.print(self.json);
        Ok(())
    }
}

impl Findings for Summary {
    fn text(&self) -> String {
        let confusion = self.confusion.as_ref().map_or(String::new(), Confusion::text);
        let mut rows = vec![("test", output::metrics(&self.metrics))];
        rows.extend(self.certificate.map(|certificate| ("rounding", output::guarantee(&certificate))));
        table(&rows) + &confusion
    }
}

impl Confusion {
    /// A table with the true classes as rows.
    fn text(&self) -> String {
        let width = self.labels.iter().map(|label| label.chars().count()).chain([5]).max().unwrap_or(5);
        let cell = |text: &str| format!(" {text:>width$}");
        let header: String = self.labels.iter().map(|label| cell(label)).collect();
        let mut text = format!("\nrows: the true class; columns: the answer\n{}{header}\n", cell(""));
        for (label, counts) in self.labels.iter().zip(&self.counts) {
            let counts: String = counts.iter().map(|count| cell(&count.to_string())).collect();
            text += &format!("{}{counts}\n", cell(label));
        }
        text
    }
}
