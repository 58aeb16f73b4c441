//! The threads of the fitter.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::mem;
use std::process;
use std::sync::{Arc, Mutex, PoisonError};

/// The threads, with the process that started them.
static STARTED: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// Runs work on the threads, with the interpreter free to do other work.
pub fn run<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let threads = threads(py)?;
    Ok(py.detach(|| threads.install(work)))
}

/// The threads of this process: a fork has its parent's memory without its threads, so it starts
/// its own. A fork happens with the interpreter held, as it is here, so it leaves nothing locked.
pub fn threads(_: Python<'_>) -> PyResult<Arc<ThreadPool>> {
    let mut started = STARTED.lock().unwrap_or_else(PoisonError::into_inner);
    let own = process::id();
    match &*started {
        Some((process, threads)) if *process == own => Ok(Arc::clone(threads)),
        _ => {
            let failed = |why| PyRuntimeError::new_err(format!("threads do not start: {why}"));
            let threads = Arc::new(ThreadPoolBuilder::new().build().map_err(failed)?);
            // a pool whose threads are gone would be asked to end them
            mem::forget(started.replace((own, Arc::clone(&threads))));
            Ok(threads)
        }
    }
}
