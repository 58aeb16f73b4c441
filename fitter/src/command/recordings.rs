//! Recordings that a model reads by windows.

use kernelet_fit::data::{DataFile, Groups, Inputs, Table};
use kernelet_fit::error::text::shortened;
use kernelet_fit::error::{Error, Result};
use kernelet_fit::pack::ModelFile;
use kernelet_fit::series::{Cut, CutInputs, Signal, gap_remark};
use std::path::Path;

/// Cuts the samples of a file into the model's windows; none, where the model reads no recordings.
pub fn cut_inputs(model: &ModelFile, file: &DataFile, samples: &Inputs) -> Result<Option<CutInputs>> {
    let Some((signal, cut)) = cut_of(model) else { return Ok(None) };
    let groups = groups(cut, file)?;
    let cut = cut.rows((&groups, &gaps(cut, file, &groups)?), samples, &signal.names());
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
    let gaps = gaps(cut, file, &groups)?;
    let cut = cut.table(&Table { groups, ..samples }, &gaps, &signal.names());
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

/// The rows before which samples are missing, by the model's column of times; without one, none.
fn gaps(cut: &Cut, file: &DataFile, groups: &Groups) -> Result<Vec<usize>> {
    cut.clock.as_ref().map_or(Ok(Vec::new()), |clock| clock.gaps(file, groups))
}

/// Remarks on the recordings of a file: gaps, and where `readings` make one stream of several.
pub fn recording_remarks(model: &ModelFile, file: &DataFile, readings: bool) -> Result<Vec<String>> {
    let Some((_, cut)) = cut_of(model) else { return Ok(Vec::new()) };
    let groups = groups(cut, file)?;
    let gaps = gaps(cut, file, &groups)?;
    let several = !gaps.is_empty()
        || matches!(&groups, Groups::Labelled(groups) if groups.windows(2).any(|two| two[0] != two[1]));
    let one = "--readings: several recordings follow one another as one stream, with no mark between them";
    Ok(gap_remark(&gaps).into_iter().chain((readings && several).then(|| one.to_owned())).collect())
}

/// A remark on a file that lacks the column of the model's recordings.
pub fn lacking_remark(model: &ModelFile, file: &DataFile) -> Option<String> {
    let name = cut_of(model)?.1.group.as_ref().filter(|name| file.column(name.trim()).is_none())?;
    Some(format!("the file lacks {:?}, which told recordings apart: all rows are taken for one", shortened(name)))
}

fn short(file: &DataFile, what: String) -> Error {
    Error::data(file.path(), what)
}
