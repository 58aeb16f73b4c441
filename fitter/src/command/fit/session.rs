//! A fit in a thread of its own, and the wait for it: until it is done, its time is up, or Ctrl-C.

use super::data::Data;
use crate::command::interrupt::{self, Listening};
use crate::command::output::remark;
use crate::command::progress::Reporter;
use kernelet_fit::calibrate::Outcome;
use kernelet_fit::error::{Error, Result};
use kernelet_fit::recipe::Recipe;
use kernelet_fit::search::{Record, Search, Stop, TimeLimit};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use std::{panic, thread};

/// The time that a fit gets to end by itself after Ctrl-C, where there is a model.
const GRACE: Duration = Duration::from_secs(10);
/// The time beyond its limit that a fit without a model gets to find one.
const LATE: Duration = Duration::from_millis(1400);
/// The same as a share of the limit.
const LATE_SHARE: f64 = 0.1;
/// The share of the limit after which a model is taken and measured.
const MEASURED: f64 = 0.92;
/// The time between two looks at whether there is a model.
const TICK: Duration = Duration::from_millis(50);
/// The stack of the thread, as large as that of a main thread.
const STACK: usize = 8 << 20;

/// A fit that someone waits for.
pub struct Session {
    pub data: Arc<Data>,
    pub recipe: Recipe,
    pub record: Record,
    pub reporter: Arc<Reporter>,
    pub started: Instant,
    /// Whether the size of the model is chosen too.
    pub chooses_size: bool,
}

/// How a fit ended.
pub struct Ended {
    pub outcome: Outcome,
    /// Whether Ctrl-C ended it.
    pub interrupted: bool,
}

/// What ends the wait.
enum Event {
    Done(Box<Result<Outcome>>),
    Interrupt,
}

/// What the waiting thread and the fit share.
#[derive(Default)]
struct Shared {
    stop: Stop,
    best: Mutex<Option<Outcome>>,
}

impl Shared {
    fn best(&self) -> Option<Outcome> {
        self.best.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn has_best(&self) -> bool {
        self.best.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Returns whether there is a model whose error is known.
    fn has_judged(&self) -> bool {
        self.best.lock().unwrap_or_else(PoisonError::into_inner).as_ref().is_some_and(|best| !best.tried.is_empty())
    }
}

impl Session {
    /// Runs the fit until it is done, its time is up, or Ctrl-C ends it.
    ///
    /// # Errors
    /// Those of the fit; [`Error::Interrupted`] where Ctrl-C came before a model, and
    /// [`Error::Budget`] where the end of the time did.
    pub fn run(self) -> Result<Ended> {
        let shared = Arc::new(Shared::default());
        let (events, heard) = channel();
        let (seconds, started) = (self.recipe.seconds, self.started);
        let _listening = listen(&shared, events.clone());
        let fit = thread::Builder::new().stack_size(STACK).spawn({
            let shared = Arc::clone(&shared);
            // nobody listens any more where the wait has ended before
            move || drop(events.send(Event::Done(Box::new(self.fit(&shared)))))
        });
        let fit = fit.map_err(|why| Error::Machine(format!("no thread for the fit: {why}")))?;
        match wait(&heard, (&shared, &fit), seconds.and_then(|seconds| Limits::of(started, seconds))) {
            Some(ended) => ended,
            None => match fit.join() {
                Err(panicked) => panic::resume_unwind(panicked),
                Ok(()) => Err(Error::Machine("the fit ended without a word".to_owned())),
            },
        }
    }

    fn fit(self, shared: &Shared) -> Result<Outcome> {
        let Session { data, recipe, record, reporter, started, chooses_size } = self;
        let time = recipe.seconds.and_then(|seconds| TimeLimit::of(started, seconds));
        let search = Search::of_fit(None, Some(&record)).within(time).stopped_by(&shared.stop).reporting(&*reporter);
        let best = |outcome| *shared.best.lock().unwrap_or_else(PoisonError::into_inner) = Some(outcome);
        let rows = (&data.train, &data.schema);
        let outcome = match chooses_size {
            true => kernelet_fit::learn_smallest(rows, &recipe, search, &best),
            false => kernelet_fit::learn_within(rows, &recipe, search, &best),
        };
        record.close()?;
        outcome
    }
}

/// The times at which a wait ends: with a model, and without one.
struct Limits {
    with_model: Instant,
    without: Instant,
    seconds: f64,
}

impl Limits {
    fn of(started: Instant, seconds: f64) -> Option<Limits> {
        let all = Duration::try_from_secs_f64(seconds).ok()?;
        let late = LATE.max(all.mul_f64(LATE_SHARE));
        let with_model = started.checked_add(all.mul_f64(MEASURED))?;
        // reading alone may have taken all of the time
        let without = started.checked_add(all)?.checked_add(late)?.max(Instant::now() + LATE);
        Some(Limits { with_model, without, seconds })
    }
}

/// Lets Ctrl-C ask the fit to wrap up.
fn listen(shared: &Arc<Shared>, events: Sender<Event>) -> Listening {
    let shared = Arc::clone(shared);
    interrupt::listen(move || {
        shared.stop.wrap_up();
        // the wait may have ended
        let _ = events.send(Event::Interrupt);
    })
}

/// Waits for the end of a fit; `None` where it ended without a word.
fn wait(
    heard: &Receiver<Event>,
    (shared, fit): (&Shared, &JoinHandle<()>),
    limits: Option<Limits>,
) -> Option<Result<Ended>> {
    let mut grace: Option<Instant> = None;
    loop {
        let limit = limits.as_ref().map(|limits| if shared.has_judged() { limits.with_model } else { limits.without });
        let until = [grace, limit].into_iter().flatten().min();
        let patience = until.map_or(GRACE, |until| until.saturating_duration_since(Instant::now()));
        let (interrupted, is_over) = (grace.is_some(), fit.is_finished());
        match heard.recv_timeout(patience.min(TICK)) {
            Ok(Event::Done(outcome)) => {
                return Some(
                    done(*outcome, shared, interrupted || limits.is_some())
                        .map(|outcome| Ended { outcome, interrupted }),
                );
            }
            Ok(Event::Interrupt) if shared.has_best() => {
                remark(&["ending with the best model so far; Ctrl-C again ends at once, without one"]);
                grace = Some(Instant::now() + GRACE);
            }
            Ok(Event::Interrupt) => return Some(Err(Error::Interrupted("ended before there was a model".to_owned()))),
            Err(RecvTimeoutError::Timeout) if !is_over => {
                if until.is_some_and(|until| Instant::now() >= until) {
                    shared.stop.abandon();
                    let late = || {
                        Error::Budget(format!(
                            "no model was fitted in {} seconds: allow more of them, or ask for a smaller model",
                            limits.as_ref().map_or(0.0, |limits| limits.seconds)
                        ))
                    };
                    return Some(shared.best().map(|outcome| Ended { outcome, interrupted }).ok_or_else(late));
                }
            }
            Err(_) => return None,
        }
    }
}

/// The outcome of a fit that has ended: the best model so far where it ended too early for its own.
fn done(outcome: Result<Outcome>, shared: &Shared, early: bool) -> Result<Outcome> {
    match outcome {
        Err(Error::Budget(why)) if early => shared.best().ok_or(Error::Budget(why)),
        outcome => outcome,
    }
}
