//! Recordings that a model reads by windows.

use kernelet_fit::data::{DataFile, Groups, Inputs, Schema, TARGET_MISSING, Table};
use kernelet_fit::error::text::shortened;
use kernelet_fit::error::{Error, Result};
use kernelet_fit::pack::ModelFile;
use kernelet_fit::series::{Cut, CutInputs, CutTable, Signal, gap_remark, run_remark, runs};
use std::path::Path;

/// What to do with samples that have no label, of a model that finds gaps and of others.
const GAP: &str = "delete such samples: the clock tells the gap";
const JOINED: &str = "without such samples, windows would join what is apart: fit the model with --clock, which finds \
                      the gap";

/// Cuts the samples of a file into the model's windows; none, where the model reads no recordings.
pub fn cut_inputs(model: &ModelFile, file: &DataFile, samples: &Inputs) -> Result<Option<CutInputs>> {
    let Some((signal, cut)) = cut_of(model) else { return Ok(None) };
    let (groups, gaps) = recordings(cut, file, &Groups::Independent)?;
    let cut = cut.rows((&groups, &gaps), samples, &signal.names());
    cut.map(Some).map_err(|what| short(file, what))
}

/// Cuts the samples of a table likewise: by the model's own column, or by the groups that the table
/// has where the file lacks it. These groups are those of the windows, if there are any.
pub fn cut_table(model: &ModelFile, file: &DataFile, samples: Table) -> Result<Table> {
    let Some((signal, cut)) = cut_of(model) else { return Ok(samples) };
    let (groups, gaps) = recordings(cut, file, &samples.groups)?;
    let given = samples.groups.clone();
    let cut = cut.table(&Table { groups, ..samples }, &gaps, &signal.names());
    let CutTable { table, last, .. } = cut.map_err(|what| short(file, what))?;
    Ok(match given {
        Groups::Labelled(_) => Table { groups: given.select(&last), ..table },
        _ => table,
    })
}

/// Reads the samples of a model's recordings, or other rows, with their targets.
pub fn read_table(model: &ModelFile, schema: &Schema, file: &DataFile) -> Result<Table> {
    let cut = cut_of(model).map(|(_, cut)| cut);
    let of_recordings = |error| match cut {
        Some(cut) => unlabelled(error, if cut.clock.is_some() { GAP } else { JOINED }),
        None => error,
    };
    schema.read(file).map_err(of_recordings)
}

/// Returns the error with advice, where it is a sample without a target.
pub fn unlabelled(error: Error, advice: &str) -> Error {
    match error {
        Error::Data(place) if place.value.is_some() && place.what.starts_with(TARGET_MISSING) => {
            place.error(format!("{TARGET_MISSING}: {advice}"))
        }
        other => other,
    }
}

/// The readings of recordings as firmware takes them: all channels at one time after the other.
pub fn readings((model, path): (&ModelFile, &Path), file: &DataFile, samples: &Inputs) -> Result<Vec<u8>> {
    let Some((signal, cut)) = cut_of(model) else {
        return Err(Error::model(path, "--readings is for models of recordings, which --window fits"));
    };
    let (groups, _) = recordings(cut, file, &Groups::Independent)?;
    let readings = signal.stream(samples, &runs((&groups, &[]), samples.rows())).map_err(Error::Usage)?;
    Ok(readings.into_iter().flat_map(i16::to_le_bytes).collect())
}

fn cut_of(model: &ModelFile) -> Option<(&Signal, &Cut)> {
    let signal = model.sheet.series.as_ref()?;
    Some((signal, signal.cut.as_ref()?))
}

/// The recordings of a file, those given where it lacks the model's column, and the rows before
/// which samples are missing by the model's column of times.
fn recordings(cut: &Cut, file: &DataFile, given: &Groups) -> Result<(Groups, Vec<usize>)> {
    let groups = match &cut.group {
        Some(name) if file.column(name.trim()).is_some() => Groups::read(file, name)?.0,
        _ => given.clone(),
    };
    let lacking = cut.group.as_deref().filter(|name| file.column(name.trim()).is_none());
    let gaps = cut.clock.as_ref().map_or(Ok(Vec::new()), |clock| clock.gaps(file, &groups, lacking))?;
    Ok((groups, gaps))
}

/// Remarks on the recordings of a file: gaps, samples in no window, and where `readings` make one
/// stream of several.
pub fn recording_remarks(
    model: &ModelFile,
    file: &DataFile,
    (given, rows): (&Groups, usize),
    readings: bool,
) -> Result<Vec<String>> {
    let Some((_, cut)) = cut_of(model) else { return Ok(Vec::new()) };
    let (groups, gaps) = recordings(cut, file, given)?;
    let several = !gaps.is_empty()
        || matches!(&groups, Groups::Labelled(groups) if groups.windows(2).any(|two| two[0] != two[1]));
    let one = "--readings: several recordings follow one another as one stream, with no mark between them";
    let lost = run_remark((&groups, &gaps), rows, cut.window);
    Ok(gap_remark(&gaps).into_iter().chain(lost).chain((readings && several).then(|| one.to_owned())).collect())
}

/// Remarks on readings of a model's windows that are unlike those that it was fitted to.
pub fn reading_remarks(model: &ModelFile, samples: &Inputs) -> Vec<String> {
    model.sheet.series.as_ref().map(|signal| signal.unlike(samples)).unwrap_or_default()
}

/// A remark on a file that lacks the column of the model's recordings.
pub fn lacking_remark(model: &ModelFile, file: &DataFile) -> Option<String> {
    lacking_column(cut_of(model)?.1.group.as_ref()?, file)
}

/// A remark on a file that lacks the column of recordings.
pub fn lacking_column(name: &str, file: &DataFile) -> Option<String> {
    let (name, lacks) = (shortened(name), file.column(name.trim()).is_none());
    lacks.then(|| format!("the file lacks {name:?}, which told recordings apart: all rows are taken for one"))
}

fn short(file: &DataFile, what: String) -> Error {
    Error::data(file.path(), what)
}
