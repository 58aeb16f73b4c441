//! The steps in which a table is measured, some of which an earlier run has done.

use super::cell::Cell;
use crate::error::Result;
use std::vec::IntoIter;

/// What hears of every step: its cells, and whether they were measured just now.
pub type Hear<'a> = &'a mut dyn FnMut(&[Cell], bool) -> Result<()>;

/// The steps of a table in their order, which is always the same.
pub struct Steps<'a> {
    known: IntoIter<Vec<Cell>>,
    hear: Hear<'a>,
    cells: Vec<Cell>,
}

impl<'a> Steps<'a> {
    /// Returns steps of which the first ones are known.
    pub fn new(known: Vec<Vec<Cell>>, hear: Hear<'a>) -> Steps<'a> {
        Steps { known: known.into_iter(), hear, cells: Vec::new() }
    }

    /// Measures the cells of the next step, unless they are known.
    ///
    /// # Errors
    /// Those of measuring, and of who hears of the cells.
    pub(super) fn step(&mut self, measure: impl FnOnce() -> Result<Vec<Cell>>) -> Result<()> {
        let (cells, is_new) = match self.known.next() {
            Some(known) => (known, false),
            None => (measure()?, true),
        };
        (self.hear)(&cells, is_new)?;
        self.cells.extend(cells);
        Ok(())
    }

    /// Returns the cells of all steps.
    pub fn into_cells(self) -> Vec<Cell> {
        self.cells
    }
}
