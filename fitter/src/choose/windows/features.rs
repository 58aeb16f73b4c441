//! Windows with the features that a model has of them.

use crate::data::Table;
use crate::error::{Error, Result};
use crate::pack::cost;
use crate::recipe::{Bytes, Deadline, Recipe, Size};
use crate::series::{self, Candidate, Signal};
use kernelet::answer::steady;
use kernelet::window::{SCRATCH, Section};

/// Windows with the features that a model has of them.
#[derive(Clone, Debug)]
pub struct WindowFeatures {
    /// The channels.
    pub signal: Signal,
    /// The section of the model.
    pub section: Vec<u8>,
}

impl WindowFeatures {
    /// The section of some features.
    pub(super) fn of(signal: &Signal, features: &[Candidate]) -> WindowFeatures {
        let mut features = features.to_vec();
        features.sort_unstable();
        WindowFeatures { signal: signal.clone(), section: series::section(signal, &features) }
    }

    /// The section, as the runtime reads it.
    ///
    /// # Errors
    /// [`Error::Machine`] where it does not, which is a defect.
    pub fn section(&self) -> Result<Section<'_>> {
        read(&self.section)
    }

    /// The recipe of the model behind the features: with what they leave of flash, RAM and
    /// instructions.
    pub(super) fn rest(&self, recipe: &Recipe) -> Result<Recipe> {
        let section = self.section()?;
        let samples = section.channels() * usize::from(section.length) * size_of::<u16>() + SCRATCH;
        let Size { flash, ram, deadline, .. } = recipe.size;
        let own = self.section.len() + recipe.steady.map_or(0, |_| steady::SIZE);
        let flash = flash.map(|Bytes(flash)| left(flash, own, "bytes of flash").map(Bytes)).transpose()?;
        let ram = ram.map(|Bytes(ram)| left(ram, samples, "bytes of RAM").map(Bytes)).transpose()?;
        let instructions = |Deadline { core, instructions }| {
            let own = cost::window_instructions(&section)[cost::Core::place(core)];
            let unit = cost::Core::of(core).unit.to_string();
            let instructions = left(instructions as usize, own as usize, &unit)? as u64;
            Ok(Deadline { core, instructions })
        };
        let deadline = deadline.map(instructions).transpose()?;
        Ok(Recipe { size: Size { flash, ram, deadline, ..recipe.size }, ..recipe.clone() })
    }

    /// Puts the features in the place of the columns of windows.
    ///
    /// # Errors
    /// [`Error::Usage`] where the columns are not those of the windows.
    pub fn table(&self, table: &Table) -> Result<Table> {
        let inputs = series::inputs(&self.signal, &self.section()?, &table.inputs).map_err(Error::Usage)?;
        Ok(Table { inputs, ..table.clone() })
    }
}

/// What windows leave of a budget.
fn left(budget: usize, own: usize, what: &str) -> Result<usize> {
    let lack = || Error::Budget(format!("windows alone need about {own} {what} of {budget}"));
    budget.checked_sub(own).ok_or_else(lack)
}

/// Reads a section of windows.
pub(super) fn read(section: &[u8]) -> Result<Section<'_>> {
    let read = Section::split(section, u16::MAX).ok().and_then(|(section, _)| section);
    read.ok_or_else(|| Error::Machine("a section of windows that the runtime does not read".to_owned()))
}
