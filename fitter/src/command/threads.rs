//! The threads of the command.

use super::output::remark;
use kernelet_fit::error::{Error, Result};
use std::thread::available_parallelism;

/// Starts so many threads, or one for each core; no more than there are cores.
///
/// # Errors
/// [`Error::Machine`] where the system does not give them.
pub fn start(asked: Option<u16>, quiet: bool) -> Result<()> {
    let cores = available_parallelism().map_or(1, usize::from);
    let threads = asked.map_or(cores, usize::from).min(cores);
    if let Some(asked) = asked.filter(|asked| usize::from(*asked) > cores && !quiet) {
        remark(&[format!("--threads {asked}: there are {cores} cores, and as many threads")]);
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
    pool.map_err(|why| Error::Machine(format!("{threads} threads do not start: {why}; try --threads 1")))
}
