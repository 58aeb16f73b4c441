//! The windows of a model: which columns of a file hold their samples.

use crate::pack::Sheet;
use crate::series::Signal;
use serde::Serialize;

/// The windows of a model. Columns are those of [`Schema::names`](crate::data::Schema::names).
#[derive(Serialize)]
pub struct WindowFacts<'a> {
    channels: Vec<&'a str>,
    length: u16,
    /// The columns of each channel: of windows a column for each sample, of recordings one.
    columns: Vec<Vec<usize>>,
    /// The columns beside the windows.
    beside: Vec<usize>,
    /// How recordings are cut; none where a row of a file is a window.
    cut: Option<CutFacts<'a>>,
}

#[derive(Serialize)]
struct CutFacts<'a> {
    stride: u16,
    /// The column of recordings.
    group: Option<&'a str>,
    /// The column of times, and the time from one sample to the next.
    clock: Option<(&'a str, f64)>,
}

/// Returns the windows of a model, if it has some.
pub fn windows(sheet: &Sheet) -> Option<WindowFacts<'_>> {
    let signal = sheet.series.as_ref()?;
    let names = sheet.schema.names();
    let (columns, beside) = columns(signal, &names)?;
    let cut = signal.cut.as_ref().map(|cut| CutFacts {
        stride: cut.stride,
        group: cut.group.as_deref().map(str::trim),
        clock: cut.clock.as_ref().map(|clock| (clock.column.as_str(), clock.interval)),
    });
    let channels = signal.channels.iter().map(|channel| channel.name.as_str()).collect();
    Some(WindowFacts { channels, length: signal.length, columns, beside, cut })
}

/// The columns of each channel, and the others.
fn columns(signal: &Signal, names: &[String]) -> Option<(Vec<Vec<usize>>, Vec<usize>)> {
    if signal.cut.is_none() {
        let layout = signal.layout(names).ok()?;
        return Some((layout.channels.into_iter().map(|channel| channel.columns).collect(), layout.beside));
    }
    let channels = signal.names();
    let (own, beside): (Vec<usize>, Vec<usize>) = (0..names.len()).partition(|&at| channels.contains(&names[at]));
    Some((own.into_iter().map(|column| vec![column]).collect(), beside))
}
