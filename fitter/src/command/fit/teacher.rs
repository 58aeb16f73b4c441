//! The options on a teacher.

use crate::command::values::share;
use clap::Args;
use kernelet_fit::data::{Schema, Teacher};
use kernelet_fit::error::Result;
use kernelet_fit::pack::output::Files;
use std::path::PathBuf;

/// The share of the teacher where nothing else is said.
const WEIGHT: f64 = 0.5;

/// The options on a teacher.
#[derive(Debug, Args)]
#[command(next_help_heading = "Teacher")]
pub struct TeacherOptions {
    /// The predictions of a larger model for the training rows, in their order: a file with the
    /// probability of each class, or the prediction of each target.
    ///
    /// The model learns from these beside the labels. Take predictions of rows that the teacher was
    /// not fitted to, as cross_val_predict of scikit-learn makes them.
    #[arg(long, value_name = "FILE")]
    teacher: Option<PathBuf>,
    /// The share of the teacher in what the model learns from [default: 0.5].
    #[arg(long, value_name = "SHARE", value_parser = share, requires = "teacher")]
    teacher_weight: Option<f64>,
}

impl TeacherOptions {
    /// Returns true where there is a teacher.
    pub fn is_given(&self) -> bool {
        self.teacher.is_some()
    }

    /// Adds the file that is read to others.
    pub fn files(&self, files: Files) -> Files {
        self.teacher.iter().fold(files, |files, path| files.reads("--teacher", path))
    }

    /// Reads what the teacher says of as many rows as the training file has.
    pub fn read(&self, schema: &Schema, rows: usize) -> Result<Option<Teacher>> {
        let Some(path) = &self.teacher else { return Ok(None) };
        let file = Teacher::open(path, schema)?;
        let weight = self.teacher_weight.unwrap_or(WEIGHT);
        Teacher::read(&file, schema, rows, weight).map(Some)
    }
}
