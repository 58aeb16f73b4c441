//! Features of all windows of a table, computed by the runtime.

use super::feature_names::feature_names;
use super::layout::Layout;
use super::signal::Signal;
use super::turns::Turns;
use crate::data::{ColumnKind, Inputs};
use kernelet::window::Section;
use rayon::prelude::*;

/// Computes the features of every window, row by row.
pub fn features(section: &Section<'_>, windows: &[Vec<u16>]) -> Vec<Vec<i16>> {
    let of_window = |samples: &Vec<u16>| {
        let mut features = vec![0; section.features.into()];
        section.features(samples, &mut features);
        features
    };
    windows.par_iter().map(of_window).collect()
}

/// Returns the readings of every window as a device pushes them: all channels at one time, then all
/// at the next.
///
/// # Errors
/// A sentence, where the columns are not those of the signal.
pub fn pushes(signal: &Signal, raw: &Inputs) -> Result<Vec<Vec<i16>>, String> {
    let layout = signal.layout(&raw.names)?;
    let length = usize::from(signal.length);
    let pushed = |row: usize| {
        let readings = signal.readings(raw, &layout, row);
        let times = (0..length).flat_map(|t| readings.iter().copied().skip(t).step_by(length));
        times.collect()
    };
    Ok((0..raw.rows()).map(pushed).collect())
}

/// Returns the names of the inputs of a model: those of its windows' features, then other columns.
///
/// # Errors
/// A sentence, where the columns are not those of the signal.
pub fn names(signal: &Signal, section: &Section<'_>, columns: &[String]) -> Result<Vec<String>, String> {
    let channels = signal.names();
    let beside: Vec<String> = match &signal.cut {
        Some(_) => columns.iter().filter(|name| !channels.contains(name)).cloned().collect(),
        None => signal.layout(columns)?.beside.into_iter().map(|at| columns[at].clone()).collect(),
    };
    Ok(feature_names(signal, section).into_iter().chain(beside).collect())
}

/// Puts the features of windows in the place of their columns; other columns follow.
///
/// # Errors
/// A sentence, where the columns are not those of the signal.
pub fn inputs(signal: &Signal, section: &Section<'_>, raw: &Inputs) -> Result<Inputs, String> {
    let layout = signal.layout(&raw.names)?;
    Ok(inputs_of(signal, section, (raw, &layout), |row| signal.readings(raw, &layout, row)))
}

/// The same of windows after a turn, another one in each copy.
///
/// # Errors
/// As [`inputs`].
pub fn turned_inputs(
    signal: &Signal,
    section: &Section<'_>,
    raw: &Inputs,
    (turns, copy): (&Turns, usize),
) -> Result<Inputs, String> {
    let layout = signal.layout(&raw.names)?;
    let readings = |row: usize| turns.readings(signal, (raw, &layout), (row, copy));
    Ok(inputs_of(signal, section, (raw, &layout), readings))
}

fn inputs_of(
    signal: &Signal,
    section: &Section<'_>,
    (raw, layout): (&Inputs, &Layout),
    readings: impl Fn(usize) -> Vec<i16> + Sync,
) -> Inputs {
    let rows: Vec<Vec<u16>> = (0..raw.rows()).into_par_iter().map(|row| signal.samples(&readings(row))).collect();
    let rows = features(section, &rows);
    let column = |feature: usize| rows.iter().map(|row| f64::from(row[feature])).collect();
    let own = (0..usize::from(section.features)).map(column);
    let beside = || layout.beside.iter();
    Inputs {
        names: feature_names(signal, section).into_iter().chain(beside().map(|&at| raw.names[at].clone())).collect(),
        kinds: (0..section.features).map(|_| ColumnKind::Window).chain(beside().map(|&at| raw.kinds[at])).collect(),
        columns: own.chain(beside().map(|&at| raw.columns[at].clone())).collect(),
    }
}
