//! One pass over rows: the device's features, and the sums of their products.

use super::file::Shard;
use super::plan::Plan;
use super::sums::{CHUNK, FOLDS, Sums};
use super::{least_squares, likelihood};
use crate::data::{DataFile, Table, row_hashes};
use crate::error::Result;
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
    /// The number of the row, from 0 on, and a reason, for a value that is too far from those of the
    /// plan's sample.
    pub fn add(&mut self, table: &Table) -> std::result::Result<(), (u64, String)> {
        let rows: Vec<usize> = (0..table.rows()).collect();
        match rows.len() {
            ..=CHUNK => self.add_chunk(table),
            _ => rows.chunks(CHUNK).try_for_each(|rows| self.add_chunk(&table.select(rows))),
        }
    }

    fn add_chunk(&mut self, table: &Table) -> std::result::Result<(), (u64, String)> {
        let first = self.shard.rows;
        let hashes = row_hashes(table);
        hashes.iter().for_each(|hash| self.shard.add(*hash));
        let folds = hashes.iter().map(|hash| (hash % FOLDS as u64) as usize).collect();
        let chunk = self.plan.chunk(&*self.device, table, folds);
        self.sums.wrong += chunk.wrong;
        match self.plan.is_least_squares() {
            true => least_squares::add(self.plan, &chunk, &mut self.sums).map_err(|(row, what)| (first + row, what)),
            false => {
                likelihood::add(&chunk, &mut self.sums);
                Ok(())
            }
        }
    }

    /// Returns the sums, and which rows they are of.
    pub fn ended(self) -> (Sums, Shard) {
        (self.sums, self.shard)
    }
}

/// Sums up the rows of a file; `read` hears of the number of rows after each chunk.
///
/// # Errors
/// Those of reading, and that of [`Pass::add`] with the row.
pub fn statistics(plan: &Plan, file: &DataFile, read: &mut dyn FnMut(u64)) -> Result<(Sums, Shard)> {
    let mut pass = Pass::new(plan);
    plan.file.sheet.schema.read_by(file, CHUNK, &mut |table| {
        pass.add(&table).map_err(|(row, what)| file.at(row, &what))?;
        read(pass.shard.rows);
        Ok(())
    })?;
    Ok(pass.ended())
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
