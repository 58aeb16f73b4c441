//! The file of a report.

use kernelet_fit::error::{Error, Result};
use kernelet_fit::pack::ModelFile;
use kernelet_fit::report::page::{Form, no_report};
use std::fs;
use std::path::PathBuf;
use std::str::FromStr;

/// The file of a report, and its form by the ending of the name.
#[derive(Clone, Debug)]
pub struct ReportFile {
    /// The file.
    pub path: PathBuf,
    /// Its form.
    pub form: Form,
}

impl ReportFile {
    /// Reads a report of a model, into which a verification is to go.
    ///
    /// # Errors
    /// [`Error::Io`] where it cannot be read, [`Error::Usage`] where it is another one.
    pub fn read_of(&self, model: &ModelFile) -> Result<String> {
        let text = fs::read_to_string(&self.path).map_err(|source| Error::io(&self.path, source))?;
        match no_report(&text, self.form, model) {
            None => Ok(text),
            Some(why) => Err(Error::Usage(format!("--report {}: {why}", self.path.display()))),
        }
    }
}

impl FromStr for ReportFile {
    type Err = String;

    fn from_str(path: &str) -> std::result::Result<ReportFile, String> {
        let path = PathBuf::from(path);
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("html" | "htm") => Ok(ReportFile { path, form: Form::Html }),
            Some("md" | "markdown") => Ok(ReportFile { path, form: Form::Markdown }),
            _ => Err("a report ends with .html or .md".to_owned()),
        }
    }
}
