//! Progress on standard error: a line that changes on a terminal, else plain lines now and then.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use kernelet_fit::recipe::Counts;
use kernelet_fit::search::{Candidate, Progress};
use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The time after which a terminal shows what is done.
const SHOWN: Duration = Duration::from_secs(1);
/// The time between two changes on a terminal.
const TICK: Duration = Duration::from_millis(100);
/// The time between two plain lines.
const PLAIN: Duration = Duration::from_secs(4);
/// The share of the parts of a step that must be done before the rest is estimated.
const KNOWN: f64 = 0.1;

/// The line on the terminal, above which other text goes.
static LINE: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// A listener that shows progress until it is dropped.
#[derive(Debug)]
pub struct Reporter {
    state: Arc<Mutex<State>>,
    ticker: Mutex<Option<(Sender<()>, JoinHandle<()>)>>,
}

/// What is known of the progress.
#[derive(Debug)]
struct State {
    started: Instant,
    /// The time at which the command ends, if it is limited.
    end: Option<Instant>,
    /// What is tried, and since when.
    trying: (String, Instant),
    /// The parts of it that are done, and all.
    parts: [usize; 2],
    /// The lowest error so far, and the candidate that has it in words.
    best: Option<(f64, String)>,
    /// All candidates that were judged.
    judged: Vec<Candidate>,
}

impl Reporter {
    /// Starts to show the progress of a command, unless it is quiet; `end` is the end of its time.
    pub fn start(quiet: bool, end: Option<Instant>) -> Reporter {
        let now = Instant::now();
        let state =
            State { started: now, end, trying: (String::new(), now), parts: [0; 2], best: None, judged: Vec::new() };
        let state = Arc::new(Mutex::new(state));
        let ticker = if quiet { None } else { ticker(Arc::clone(&state)) };
        Reporter { state, ticker: Mutex::new(ticker) }
    }

    /// Shows nothing any more.
    pub fn end(&self) {
        if let Some((end, ticker)) = lock(&self.ticker).take() {
            drop(end);
            // a ticker has nothing to say at its end
            let _ = ticker.join();
        }
    }

    /// Returns all candidates that were judged until now.
    pub fn candidates(&self) -> Vec<Candidate> {
        self.state().judged.clone()
    }

    /// Says what part of a step is at work; its time goes on.
    pub fn label(&self, what: &str) {
        self.state().trying.0 = what.to_owned();
    }

    /// Puts something before the candidates from a place on, such as the features of windows.
    pub fn after(&self, from: usize, bytes: usize, instructions: Counts) {
        let mut state = self.state();
        let sizes = state.judged.iter_mut().skip(from).filter_map(|candidate| candidate.size.as_mut());
        sizes.for_each(|size| *size = size.after(bytes, instructions));
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

impl Progress for Reporter {
    fn trying(&self, what: &str) {
        let mut state = self.state();
        state.trying = (what.to_owned(), Instant::now());
        state.parts = [0; 2];
    }

    fn done(&self, parts: usize, all: usize) {
        let mut state = self.state();
        // threads may report out of order
        let done = if state.parts[1] == all && parts > 1 { state.parts[0].max(parts) } else { parts };
        state.parts = [done, all];
    }

    fn judged(&self, candidate: Candidate) {
        let mut state = self.state();
        state.judged.push(candidate);
        if state.best.as_ref().is_none_or(|(error, _)| candidate.error < *error) {
            let weighted = if candidate.is_weighted { "weighted " } else { "" };
            let error = match candidate.is_share {
                true => format!("{:.2} % {weighted}error", 100.0 * candidate.error),
                false => format!("{weighted}RMSE {:.4}", candidate.error.sqrt()),
            };
            let bytes = candidate.size.map_or(String::new(), |size| format!(", {} bytes", size.bytes));
            state.best = Some((candidate.error, format!("{error} held out{bytes} ({})", candidate.blocks)));
        }
    }
}

impl Drop for Reporter {
    fn drop(&mut self) {
        self.end();
    }
}

impl State {
    /// The progress on one line.
    fn line(&self) -> String {
        let [done, all] = self.parts;
        let parts = if all > 1 { format!(", {done} of {all}") } else { String::new() };
        let best = self.best.as_ref().map_or(String::new(), |(_, best)| format!(" · best so far {best}"));
        let left = self.left().map_or(String::new(), |left| format!(" · {left}"));
        format!("{}{parts}{best}{left}", self.trying.0)
    }

    /// The time that is left: of a limited command, or of what is tried.
    fn left(&self) -> Option<String> {
        if let Some(end) = self.end {
            return Some(format!("{} s left", end.saturating_duration_since(Instant::now()).as_secs()));
        }
        let [done, all] = self.parts.map(|count| count as f64);
        let estimate = self.trying.1.elapsed().as_secs_f64() * (all - done) / done;
        // the last one has begun: nothing tells when it ends
        (all > 1.0 && done >= KNOWN * all && done < all).then(|| format!("about {estimate:.0} s left for this step"))
    }
}

/// Starts the thread that shows a state; none where the system gives no thread.
fn ticker(state: Arc<Mutex<State>>) -> Option<(Sender<()>, JoinHandle<()>)> {
    let (end, ended) = channel();
    let terminal = io::stderr().is_terminal();
    let show = move || {
        let mut shown = Instant::now();
        while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(TICK) {
            if terminal {
                draw(&lock(&state));
            } else if shown.elapsed() >= PLAIN {
                shown = Instant::now();
                let state = lock(&state);
                let line = format!("kernelet: {:.0} s: {}\n", state.started.elapsed().as_secs_f64(), state.line());
                // a reader that has gone away misses nothing
                let _ = io::stderr().write_all(line.as_bytes());
            }
        }
        if let Some(bar) = lock(&LINE).take() {
            bar.finish_and_clear();
        }
    };
    thread::Builder::new().spawn(show).ok().map(|ticker| (end, ticker))
}

/// Draws a state on the terminal.
fn draw(state: &State) {
    if state.started.elapsed() < SHOWN {
        return;
    }
    let mut line = lock(&LINE);
    let bar = line.get_or_insert_with(|| {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}");
        bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner())).with_elapsed(state.started.elapsed())
    });
    bar.set_message(state.line());
    bar.tick();
}

/// Writes to standard error above the line of progress.
pub fn above<T>(write: impl FnOnce() -> T) -> T {
    match &*lock(&LINE) {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernelet_fit::recipe::{Blocks, Number};
    use kernelet_fit::search::ModelSize;

    #[test]
    fn a_line_has_what_is_tried_the_best_so_far_and_the_time_left() {
        let reporter = Reporter::start(true, None);
        let line = || reporter.state().line();
        reporter.trying("cosine");
        assert_eq!(line(), "cosine");
        reporter.done(3, 21);
        assert!(line().starts_with("cosine, 3 of 21 · about "), "{}", line());
        reporter.label("cosine, again");
        assert!(line().starts_with("cosine, again, 3 of 21 · about "), "{}", line());
        let judge = |blocks, error, bytes: Option<usize>| {
            let size = bytes.map(|bytes| ModelSize { bytes, instructions: None });
            reporter.judged(Candidate { blocks, number: Number::Q7, error, is_share: true, is_weighted: false, size });
        };
        judge(Blocks::LINEAR, 0.25, Some(77));
        judge(Blocks::COSINE, 0.5, None);
        assert!(line().contains(" · best so far 25.00 % error held out, 77 bytes (linear)"), "{}", line());
        reporter.trying("relu");
        assert!(line().starts_with("relu · best so far"), "{}", line());
        let limited = Reporter::start(true, Instant::now().checked_add(Duration::from_millis(8_500)));
        assert!(limited.state().line().ends_with(" · 8 s left"), "{}", limited.state().line());
    }
}
