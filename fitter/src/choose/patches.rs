//! The patches of a grid of inputs that features read.

use super::choice::Choice;
use crate::error::{Error, Result};
use crate::fit::{FitPlan, Fitted, MOST_OF_A_PATCH, grid};
use crate::recipe::{Blocks, Grid};

/// The sides of the squares that are tried after the first one.
const SIDES: [u16; 2] = [6, 8];

impl Choice<'_, '_> {
    /// Returns true where the inputs form a grid whose patches learned features may read.
    pub(super) fn takes_patches(self) -> bool {
        let whole = |grid: Grid| grid.inputs() <= MOST_OF_A_PATCH / 4; // that of the first patch
        self.recipe.tries_patches()
            && matches!(grid(self.recipe, &self.train.inputs.names), Ok(Some(grid)) if !whole(grid))
    }

    /// Returns learned features of other patches where their estimated error is lower, by the
    /// schedule of the first.
    pub(super) fn with_other_patches(self, mut best: Fitted) -> Result<Fitted> {
        let grid = best.file.sheet.recipe.grid;
        if best.schedule.is_none() || self.recipe.patch.is_some() {
            return Ok(best);
        }
        for patch in grid.into_iter().flat_map(others) {
            if self.search.passed() {
                break;
            }
            match (FitPlan { patch: Some(patch), ..self.plan(Blocks::PATCH, Some(&best)) }).beside(&best).run() {
                Ok(next) if next.error < best.error => best = next,
                Ok(_) | Err(Error::Budget(_)) => {}
                Err(why) => return Err(why),
            }
        }
        Ok(best)
    }
}

/// Returns the patches that are tried after the first one: squares, or of a narrow grid as many
/// inputs, as far as it reaches.
fn others(grid: Grid) -> Vec<Grid> {
    let square = |side: u16| {
        let rows = side.min(grid.rows);
        Grid { rows, columns: (side * side / rows).min(grid.columns) }
    };
    let mut all: Vec<Grid> = SIDES.map(square).to_vec();
    all.dedup();
    all.retain(|patch| patch.inputs() <= MOST_OF_A_PATCH);
    all
}
