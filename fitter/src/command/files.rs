//! The files of commands that read a model.

use kernelet_fit::pack::output::Files;
use kernelet_fit::pack::sheet_path;
use std::path::Path;

/// Returns the files of a model, which are read.
pub fn of_model(model: &Path) -> Files {
    Files::default().reads("the model", model).reads("the model's data sheet", sheet_path(model))
}
