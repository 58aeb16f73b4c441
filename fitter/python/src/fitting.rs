//! A fit, with the interpreter free to do other work.

use crate::columns::{self, Columns, Targets};
use crate::errors::exception;
use crate::listener::Listener;
use crate::model::Model;
use crate::threads::threads;
use kernelet_fit::error::{Error, Result};
use kernelet_fit::estimator::{self, Choices, Stop, Training, Watch, fit as learn};
use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::thread;
use std::time::Duration;

/// The time between two looks at signals and words.
const PAUSE: Duration = Duration::from_millis(20);

/// What is known about rows beside their columns and targets.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Known<'py> {
    channels: Vec<String>,
    groups: Option<Vec<u32>>,
    is_series: bool,
    weights: Option<PyReadonlyArray1<'py, f64>>,
    teacher: Option<Vec<PyReadonlyArray1<'py, f64>>>,
    teacher_weight: f64,
    /// The classes that labels stand for, as JSON.
    classes: Option<String>,
    /// The names of the targets.
    targets: Option<Vec<String>>,
    /// The number of rows that these are a sample of.
    sampled_from: Option<usize>,
}

/// Fits a model to rows, by choices named as for the command. `listener` is called with words while
/// the fit works.
#[pyfunction]
pub fn fit(
    py: Python<'_>,
    rows: (Bound<'_, Columns>, Targets<'_>),
    known: Known<'_>,
    choices: Vec<(String, String)>,
    listener: Option<Bound<'_, PyAny>>,
) -> PyResult<Model> {
    let choices = chosen(&choices)?;
    let training = training((rows.0.get(), rows.1), known, &choices).map_err(exception)?;
    waiting(py, listener, |watch| learn(training, &choices, watch)).map(Model)
}

/// Learns a plan from a sample of the rows, likewise; it is a file's bytes.
#[pyfunction]
pub fn plan<'py>(
    py: Python<'py>,
    rows: (Bound<'py, Columns>, Targets<'py>),
    known: Known<'py>,
    choices: Vec<(String, String)>,
    listener: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let choices = chosen(&choices)?;
    let training = training((rows.0.get(), rows.1), known, &choices).map_err(exception)?;
    let plan = waiting(py, listener, |watch| estimator::plan(training, &choices, watch))?;
    Ok(PyBytes::new(py, &plan))
}

fn chosen(choices: &[(String, String)]) -> PyResult<Choices> {
    choices.iter().try_fold(Choices::default(), |made, (name, value)| made.with(name, value)).map_err(exception)
}

fn training((columns, targets): (&Columns, Targets<'_>), known: Known<'_>, choices: &Choices) -> Result<Training> {
    let (columns, answers) = (columns.taken(), columns::answers(targets));
    let training = match known.channels.is_empty() {
        true => Training::of_choices(columns, ("y", answers), choices)?,
        false => Training::of_windows(known.channels, columns, ("y", answers))?,
    };
    let mut training = training.in_any_order();
    if let Some(classes) = &known.classes {
        let wrong = |wrong| Error::Usage(format!("classes: {wrong}"));
        training = training.of_classes(serde_json::from_str(classes).map_err(wrong)?)?;
    }
    if let Some(targets) = &known.targets {
        training = training.with_targets(targets)?;
    }
    if let Some(teacher) = &known.teacher {
        training = training.taught(teacher.iter().map(columns::numbers).collect(), known.teacher_weight)?;
    }
    if let Some(rows) = known.sampled_from {
        training = training.sampled_from(rows);
    }
    if let Some(groups) = known.groups {
        training = training.in_groups("groups", groups)?;
    }
    if known.is_series {
        training = training.in_time();
    }
    match &known.weights {
        Some(weights) => training.weighted(&columns::numbers(weights)),
        None => Ok(training),
    }
}

/// Runs a fit on another thread, while this one hears signals and passes words on.
pub fn waiting<T: Send>(
    py: Python<'_>,
    listener: Option<Bound<'_, PyAny>>,
    fit: impl FnOnce(Watch<'_>) -> Result<T> + Send,
) -> PyResult<T> {
    let (stop, words, threads) = (Stop::default(), Listener::default(), threads(py)?);
    let watch = Watch { stop: Some(&stop), progress: Some(&words) };
    thread::scope(|scope| {
        let fitting = scope.spawn(move || threads.install(|| fit(watch)));
        while !fitting.is_finished() {
            py.detach(|| thread::sleep(PAUSE));
            let heard = py.check_signals().and_then(|()| tell(listener.as_ref(), &words));
            if let Err(interrupt) = heard {
                stop.abandon();
                py.detach(|| {
                    while !fitting.is_finished() {
                        thread::sleep(PAUSE)
                    }
                });
                return Err(interrupt);
            }
        }
        let fitted = fitting.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        fitted.map_err(exception)
    })
}

fn tell(listener: Option<&Bound<'_, PyAny>>, words: &Listener) -> PyResult<()> {
    match (listener, words.take()) {
        (Some(listener), Some(words)) => listener.call1((words,)).map(|_| ()),
        _ => Ok(()),
    }
}
