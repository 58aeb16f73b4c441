//! `kernelet replay`.

use super::files::of_model;
use super::output;
use clap::Args;
use kernelet::wire::Sections;
use kernelet_fit::error::{Error, Result};
use kernelet_fit::online::replay;
use kernelet_fit::pack::output::write_all;
use kernelet_fit::pack::{ModelFile, Sheet, read_model, read_sheet, writes_model};
use kernelet_fit::report::Summary;
use serde::Serialize;
use std::path::PathBuf;

/// The options of `replay`.
#[derive(Debug, Args)]
pub struct Replay {
    /// The model that the device learned from.
    model: PathBuf,
    /// The device's log.
    log: PathBuf,
    /// The model with the learned head, byte for byte the one that the device writes back; its data
    /// sheet goes beside it where the model has one.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    out: PathBuf,
    /// Print one JSON object instead of a table.
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// What a log has made of a model.
#[derive(Serialize)]
struct Learnt {
    updates: usize,
    checksum: u32,
    bytes: usize,
}

impl Replay {
    /// Reads the model and the log, learns again, and writes the model.
    pub fn run(self) -> Result<()> {
        let files = of_model(&self.model).reads("the log", &self.log).prints();
        writes_model(files, "--out", &self.out)?.check()?;
        let model = read_model(&self.model)?;
        let sheet = read_sheet(&self.model, &model)?;
        let log = std::fs::read(&self.log).map_err(|source| Error::io(&self.log, source))?;
        let is_prepared = Sections::of(model.bytes()).is_ok_and(|sections| sections.learning.is_some());
        let at_fault = if is_prepared { &self.log } else { &self.model };
        let replayed = replay(&model, &log).map_err(|wrong| Error::model(at_fault, wrong))?;
        let checksum = replayed.model.checksum();
        let learnt = Learnt { updates: replayed.updates, checksum, bytes: replayed.model.bytes().len() };
        match sheet {
            Some(sheet) => ModelFile { sheet: Sheet { checksum, ..sheet }, model: replayed.model }.write(&self.out)?,
            None => write_all(&[(&self.out, replayed.model.bytes())])?,
        }
        output::print(&learnt, self.json)
    }
}

impl Summary for Learnt {
    fn text(&self) -> String {
        let Learnt { updates, checksum, bytes } = self;
        format!("updates   {updates}\nchecksum  {checksum:08x}\nflash     {bytes} bytes\n")
    }
}
