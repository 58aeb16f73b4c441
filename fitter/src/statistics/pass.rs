//! One pass over rows: the device's features, and the sums of their products.

use super::file::Shard;
use super::plan::Plan;
use super::sums::{CHUNK, FOLDS, Sums};
use super::{least_squares, likelihood};
use crate::data::{Table, row_hashes};
use crate::pack::Device;

/// A pass over rows, and what was summed up until now.
pub struct Pass<'a> {
    plan: &'a Plan,
    device: Box<dyn Device + 'a>,
    sums: Sums,
    shard: Shard,
}

impl<'a> Pass<'a> {
    /// A pass that has seen no row.
    pub fn new(plan: &'a Plan) -> Pass<'a> {
        Pass { plan, device: plan.file.device(), sums: plan.empty(), shard: Shard::default() }
    }

    /// Adds the rows of a table, whose columns are those of the plan.
    ///
    /// # Errors
    /// The number of the row in the table, from 0 on, and a reason, for a value that is too far
    /// from those of the plan's sample.
    pub fn add(&mut self, table: &Table) -> std::result::Result<(), (u64, String)> {
        if table.rows() <= CHUNK {
            return self.add_chunk(table);
        }
        let rows: Vec<usize> = (0..table.rows()).collect();
        let mut parts = rows.chunks(CHUNK);
        parts.try_for_each(|rows| {
            self.add_chunk(&table.select(rows)).map_err(|(row, what)| (rows[0] as u64 + row, what))
        })
    }

    fn add_chunk(&mut self, table: &Table) -> std::result::Result<(), (u64, String)> {
        let hashes = row_hashes(table);
        let folds = hashes.iter().map(|hash| (hash % FOLDS as u64) as usize).collect();
        let chunk = self.plan.chunk(&*self.device, table, folds);
        match self.plan.is_least_squares() {
            true => least_squares::add(self.plan, &chunk, &mut self.sums)?,
            false => likelihood::add(&chunk, &mut self.sums),
        }
        self.sums.wrong += chunk.wrong;
        hashes.iter().for_each(|hash| self.shard.add(*hash));
        Ok(())
    }

    /// Adds what another pass over other rows has summed up.
    pub(super) fn join(&mut self, other: Pass<'_>) {
        self.sums.add(&other.sums);
        self.shard.join(&other.shard);
    }

    /// The number of rows.
    pub fn rows(&self) -> u64 {
        self.shard.rows
    }

    /// Returns the sums, and which rows they are of.
    pub fn ended(self) -> (Sums, Shard) {
        (self.sums, self.shard)
    }
}

impl Plan {
    /// The sums over no row.
    pub fn empty(&self) -> Sums {
        let device = self.file.device();
        let outputs = usize::from(device.header().outputs);
        let products = if self.is_least_squares() { FOLDS } else { outputs + 1 };
        Sums::empty([device.sizes().features + 1, outputs], products)
    }
}
