//! Windows with the features that a model has of them.

use crate::data::Table;
use crate::error::{Error, Result};
use crate::pack::{cost, window_ram};
use crate::recipe::{Bytes, Deadline, Recipe, Size};
use crate::series::{self, Candidate, Signal, Turns};
use kernelet::answer::steady;
use kernelet::window::Section;

/// The most turned copies of each window that a model learns from.
const COPIES: usize = 2;
/// The most windows with their copies, which have to fit into memory and time.
const MOST: usize = 60_000;

/// Windows with the features that a model has of them.
#[derive(Clone, Debug)]
pub struct WindowFeatures {
    /// The channels.
    pub signal: Signal,
    /// The section of the model.
    pub section: Vec<u8>,
    /// The turns of the windows that a model learns from, if there are any.
    pub(super) turns: Option<Turns>,
}

impl WindowFeatures {
    /// The section of some features.
    pub(super) fn of(signal: &Signal, features: &[Candidate]) -> WindowFeatures {
        let mut features = features.to_vec();
        features.sort_unstable();
        WindowFeatures { signal: signal.clone(), section: series::section(signal, &features), turns: None }
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
        let answers = recipe.steady.map(|steady| steady.answers.unwrap_or(steady::MOST));
        let Size { flash, ram, deadline, .. } = recipe.size;
        let own = self.section.len() + recipe.steady.map_or(0, |_| steady::SIZE);
        let bytes =
            |all: usize, own: usize, what: &str| left(all as u64, own as u64, what).map(|left| Bytes(left as usize));
        let flash = flash.map(|Bytes(flash)| bytes(flash, own, "bytes of flash")).transpose()?;
        let ram = ram.map(|Bytes(ram)| bytes(ram, window_ram(&section, answers), "bytes of RAM")).transpose()?;
        let instructions = |Deadline { core, instructions }| {
            let own = cost::window_instructions(&section)[cost::Core::place(core)];
            let unit = cost::Core::of(core).unit.to_string();
            let instructions = left(instructions, own, &unit)?;
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

    /// The same for windows that a model learns from, with turned copies of them, where they help.
    ///
    /// # Errors
    /// As [`table`](Self::table).
    pub fn learned(&self, table: &Table) -> Result<Table> {
        let (own, section) = (self.table(table)?, self.section()?);
        let Some(turns) = &self.turns else { return Ok(own) };
        let turned = |copy| series::turned_inputs(&self.signal, &section, &table.inputs, (turns, copy));
        let copies = (0..copies(table.rows())).map(turned).collect::<std::result::Result<Vec<_>, _>>();
        Ok(own.with_copies(&copies.map_err(Error::Usage)?))
    }
}

/// The turned copies that there is room for beside so many windows.
pub(super) fn copies(rows: usize) -> usize {
    (MOST / rows.max(1)).saturating_sub(1).min(COPIES)
}

/// What windows leave of a budget.
fn left(budget: u64, own: u64, what: &str) -> Result<u64> {
    let lack = || Error::Budget(format!("windows alone need about {own} {what} of {budget}"));
    budget.checked_sub(own).ok_or_else(lack)
}

/// Reads a section of windows.
pub(super) fn read(section: &[u8]) -> Result<Section<'_>> {
    let read = Section::split(section, u16::MAX).ok().and_then(|(section, _)| section);
    read.ok_or_else(|| Error::Machine("a section of windows that the runtime does not read".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::windows;
    use super::super::options::WindowOptions;
    use super::super::plans::plans;
    use super::*;
    use crate::recipe::{Draw, Method, RuleName, Steady};
    use crate::search::Search;

    #[test]
    fn many_windows_have_fewer_copies() {
        assert_eq!([0, 1, 20_000, 20_001, 30_000, 30_001, 1_000_000].map(copies), [2, 2, 2, 1, 1, 0, 0]);
    }

    /// Of an open number of answers the most, two bytes each.
    #[test]
    fn the_answers_of_a_rule_take_their_ram() {
        let size = Size { features: None, flash: Some(Bytes(1024)), ram: Some(Bytes(8192)), deadline: None };
        let recipe = Recipe { size, blocks: None, ..Recipe::sample(Method::Drawn(Draw::MonteCarlo)) };
        let (table, _) = windows(120, 1.0);
        let (plans, _) = plans(&table, &WindowOptions::default(), (&recipe, Search::default())).expect("windows");
        let left = |answers: Option<u8>| {
            let steady = Some(Steady { rule: RuleName::Majority, answers });
            let rest = plans[0].features().rest(&Recipe { steady, ..recipe.clone() }).expect("room");
            rest.size.ram.expect("a limit").0
        };
        let without = plans[0].features().rest(&recipe).expect("room").size.ram.expect("a limit").0;
        assert_eq!([Some(3), Some(5), None].map(|answers| without - left(answers)), [2 * 5, 2 * 7, 2 * 34]);
    }
}
