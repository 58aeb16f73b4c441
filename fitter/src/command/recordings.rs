//! Recordings that a model reads by windows.

use kernelet_fit::data::{DataFile, Groups, Inputs, Table};
use kernelet_fit::error::{Error, Result};
use kernelet_fit::pack::ModelFile;
use kernelet_fit::series::{Cut, CutInputs, Signal};
use std::path::Path;

/// Cuts the samples of a file into the model's windows; none, where the model reads no recordings.
pub fn cut_inputs(model: &ModelFile, file: &DataFile, samples: &Inputs) -> Result<Option<CutInputs>> {
    let Some((signal, cut)) = cut_of(model) else { return Ok(None) };
    let cut = cut.rows(&groups(cut, file)?, samples, &signal.names());
    cut.map(Some).map_err(|what| short(file, what))
}

/// Cuts the samples of a table likewise, by the groups that it has or those of the model's own
/// column.
pub fn cut_table(model: &ModelFile, file: &DataFile, samples: Table) -> Result<Table> {
    let Some((signal, cut)) = cut_of(model) else { return Ok(samples) };
    let groups = match samples.groups {
        Groups::Labelled(groups) => Groups::Labelled(groups),
        _ => groups(cut, file)?,
    };
    let cut = cut.table(&Table { groups, ..samples }, &signal.names());
    cut.map(|(windows, _)| windows).map_err(|what| short(file, what))
}

/// The readings of a recording as firmware takes them: all channels at one time after the other.
pub fn readings(model: &ModelFile, path: &Path, samples: &Inputs) -> Result<Vec<u8>> {
    let Some((signal, _)) = cut_of(model) else {
        return Err(Error::model(path, "--readings is for models of recordings, which --window fits"));
    };
    let readings = signal.stream(samples).map_err(Error::Usage)?;
    Ok(readings.into_iter().flat_map(i16::to_le_bytes).collect())
}

fn cut_of(model: &ModelFile) -> Option<(&Signal, &Cut)> {
    let signal = model.sheet.series.as_ref()?;
    Some((signal, signal.cut.as_ref()?))
}

/// The recordings of a file; one, where it lacks the column.
fn groups(cut: &Cut, file: &DataFile) -> Result<Groups> {
    match &cut.group {
        Some(name) if file.column(name.trim()).is_some() => Ok(Groups::read(file, name)?.0),
        _ => Ok(Groups::Independent),
    }
}

fn short(file: &DataFile, what: String) -> Error {
    Error::data(file.path(), what)
}
