//! The patches of a grid of inputs that features read.

use super::plan::FitPlan;
use crate::error::{Error, Result};
use crate::recipe::{Base, Grid, Recipe};
use kernelet::block::Patch;
pub(crate) use kernelet::block::patch::MOST as MOST_OF_A_PATCH;

/// The patch that is taken where none is asked for, as far as the grid reaches.
const SIDE: u16 = 4;

/// Returns the grid that inputs of these names form, as a recipe says it or by their names.
///
/// # Errors
/// [`Error::Usage`] where the recipe's grid has another number of inputs.
pub(crate) fn grid(recipe: &Recipe, names: &[String]) -> Result<Option<Grid>> {
    match recipe.grid {
        Some(grid) if grid.inputs() != names.len() => {
            let (inputs, count) = (grid.inputs(), names.len());
            let rest = "; --ignore leaves out columns that are no part of it";
            let rest = if count > inputs { rest } else { "" };
            Err(Error::Usage(format!("--grid {grid}: its {inputs} inputs are not the {count} of the data{rest}")))
        }
        Some(grid) => Ok(Some(grid)),
        None => Ok(Grid::of_names(names)),
    }
}

impl FitPlan<'_> {
    /// Returns the patch that each feature reads, if they read patches.
    ///
    /// # Errors
    /// [`Error::Usage`] where the inputs form no grid, or the patch does not fit it.
    pub(super) fn patch(&self) -> Result<Option<Patch>> {
        let Some((grid, patch)) = self.grid_and_patch()? else { return Ok(None) };
        Ok(Some(Patch { height: patch.rows as u8, width: patch.columns as u8, stride: grid.columns }))
    }

    /// Returns the grid of the inputs and the patch of it that each feature reads, if they read
    /// patches.
    ///
    /// # Errors
    /// As [`FitPlan::patch`].
    pub(super) fn grid_and_patch(&self) -> Result<Option<(Grid, Grid)>> {
        if self.blocks.base != Base::Patch {
            return Ok(None);
        }
        let names = &self.train.inputs.names;
        let Some(grid) = grid(self.recipe, names)? else {
            let reason = "the inputs' names are no rows and columns, such as p0_0, p0_1";
            let what = "--grid 16x16 says what it is, and --ignore leaves out columns that are no part of it";
            return Err(Error::Usage(format!("patches need a grid: {reason}; {what}")));
        };
        let own = Grid { rows: SIDE.min(grid.rows), columns: SIDE.min(grid.columns) };
        let patch = self.patch.unwrap_or(own);
        match grid.holds(patch) && patch.inputs() <= MOST_OF_A_PATCH {
            true => Ok(Some((grid, patch))),
            false => Err(Error::Usage(format!(
                "--patch {patch}: it does not lie within the grid of {grid}, or has more than {MOST_OF_A_PATCH} inputs"
            ))),
        }
    }
}
