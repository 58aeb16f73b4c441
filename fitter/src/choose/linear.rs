//! A linear model on rows held out.

use super::first_plan::first_plan;
use super::judge::{judged, judges};
use super::judged::Judged;
use crate::data::{Schema, Table};
use crate::error::Result;
use crate::features::find::Goal;
use crate::fit::FitPlan;
use crate::recipe::{Blocks, Recipe};
use crate::search::Search;

/// The error of a linear model on rows held out.
///
/// # Errors
/// Those of the fits.
pub(super) fn judged_linear(rows: (&Table, &Schema), (recipe, search): (&Recipe, Search<'_>)) -> Result<Judged> {
    let plan = FitPlan { blocks: Blocks::LINEAR, goal: Goal::JudgedModel, ..first_plan(rows, (recipe, search)) };
    judged(&plan, &judges(rows.0, recipe))
}
