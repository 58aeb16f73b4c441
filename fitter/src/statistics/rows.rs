//! The pass over the rows of a file, by all threads.

use super::file::Shard;
use super::pass::Pass;
use super::plan::Plan;
use super::sums::{CHUNK, Sums};
use crate::data::{DataFile, Table};
use crate::error::Result;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The chunks that may wait for a thread, for each of them.
const WAITING: usize = 2;

/// Sums up those rows of a file that `is_kept` keeps by their number; `read` hears of the number of
/// rows after each chunk, and ends the pass with an error.
///
/// # Errors
/// Those of reading and of `read`, and that of [`Pass::add`] with the row.
pub fn statistics(
    plan: &Plan,
    file: &DataFile,
    is_kept: &(dyn Fn(u64) -> bool + Sync),
    read: &mut dyn FnMut(u64) -> Result<()>,
) -> Result<(Sums, Shard)> {
    let work = Work::new(plan, is_kept);
    let result = rayon::in_place_scope(|scope| {
        let mut first = 0;
        plan.file.sheet.schema.read_by(file, CHUNK, &mut |table| {
            work.refuse(file)?;
            let (start, work) = (first, &work);
            first += table.rows() as u64;
            work.wait();
            scope.spawn(move |_| work.add(start, &table));
            read(first)
        })
    });
    result.and_then(|()| work.refuse(file))?;
    Ok(work.ended())
}

/// What the threads share.
struct Work<'a> {
    plan: &'a Plan,
    is_kept: &'a (dyn Fn(u64) -> bool + Sync),
    /// The passes that no thread is at: whole numbers add up to the same whoever adds them.
    idle: Mutex<Vec<Pass<'a>>>,
    /// The first row that is refused, with the reason.
    refused: Mutex<Option<(u64, String)>>,
    permits: (SyncSender<()>, Mutex<Receiver<()>>),
}

impl<'a> Work<'a> {
    fn new(plan: &'a Plan, is_kept: &'a (dyn Fn(u64) -> bool + Sync)) -> Work<'a> {
        let (sender, receiver) = sync_channel(WAITING * rayon::current_num_threads());
        let (idle, refused) = (Mutex::default(), Mutex::default());
        Work { plan, is_kept, idle, refused, permits: (sender, Mutex::new(receiver)) }
    }

    /// Waits until there is room for another chunk.
    fn wait(&self) {
        // the receiver lives as long as this
        let _ = self.permits.0.send(());
    }

    /// Adds a chunk, whose first row has this number.
    fn add(&self, first: u64, table: &Table) {
        let own = lock(&self.idle).pop();
        let mut pass = own.unwrap_or_else(|| Pass::new(self.plan));
        let rows: Vec<usize> = (0..table.rows()).filter(|row| (self.is_kept)(first + *row as u64)).collect();
        let added = match rows.len() {
            0 => Ok(()),
            count if count == table.rows() => pass.add(table),
            _ => pass.add(&table.select(&rows)).map_err(|(row, what)| (rows[row as usize] as u64, what)),
        };
        if let Err((row, what)) = added {
            let mut refused = lock(&self.refused);
            if refused.as_ref().is_none_or(|(other, _)| first + row < *other) {
                *refused = Some((first + row, what));
            }
        }
        lock(&self.idle).push(pass);
        // one chunk fewer waits
        let _ = lock(&self.permits.1).try_recv();
    }

    /// Returns an error where a row was refused.
    fn refuse(&self, file: &DataFile) -> Result<()> {
        match &*lock(&self.refused) {
            Some((row, what)) => Err(file.at(*row, what)),
            None => Ok(()),
        }
    }

    fn ended(self) -> (Sums, Shard) {
        let passes = self.idle.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut all = Pass::new(self.plan);
        passes.into_iter().for_each(|pass| all.join(pass));
        all.ended()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
