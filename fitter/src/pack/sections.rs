//! The sections of a checked model, for exports that write them down one by one.

use super::emulate;
use crate::error::Error;
use kernelet::number::{Bias, Format, Word};
use kernelet::wire::Sections;
use kernelet::with_format;
use std::path::Path;

/// Returns the sections of a model that its answers depend on.
///
/// # Errors
/// [`Error::Model`], naming `path`, where the model is not whole and sound.
pub fn used<'a>(path: &Path, model: &'a [u8]) -> Result<Sections<'a>, Error> {
    let checked = emulate::device(model).and_then(|_| Sections::of(model));
    checked.map(Sections::used).map_err(|wrong| Error::model(path, wrong.to_string()))
}

/// Returns the scores before any feature, as words of a score.
pub fn biases(sections: &Sections<'_>) -> Vec<u8> {
    with_format!(sections.contract, F => words::<F>(sections.bias))
}

fn words<F: Format>(section: &[u8]) -> Vec<u8> {
    F::Bias::words(section).flat_map(|score| score.to_bytes().as_ref().to_vec()).collect()
}
