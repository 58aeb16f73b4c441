//! Ctrl-C: the first one ends a fit with its best model, any other ends the command at once.

use std::process;
use std::sync::{Mutex, PoisonError};

/// The exit code after Ctrl-C.
const INTERRUPTED: i32 = 130;

/// What the next Ctrl-C does; it ends the command where nobody listens.
static LISTENER: Mutex<Option<Box<dyn FnOnce() + Send>>> = Mutex::new(None);

/// Starts to wait for Ctrl-C; where the system allows no handler, it ends the command as always.
pub fn install() {
    let _ = ctrlc::set_handler(|| {
        let listener = LISTENER.lock().unwrap_or_else(PoisonError::into_inner).take();
        match listener {
            Some(hear) => hear(),
            None => process::exit(INTERRUPTED),
        }
    });
}

/// Whoever listens for Ctrl-C; from its end on, Ctrl-C ends the command again.
#[must_use]
pub struct Listening(());

/// Lets the next Ctrl-C call a function instead of ending the command.
pub fn listen(hear: impl FnOnce() + Send + 'static) -> Listening {
    *LISTENER.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(hear));
    Listening(())
}

impl Drop for Listening {
    fn drop(&mut self) {
        *LISTENER.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}
