//! `kernelet export`.

use super::given::Given;
use super::output;
use clap::{Args, ValueEnum};
use kernelet_fit::error::{Error, Result};
use kernelet_fit::export::c::Source;
use kernelet_fit::export::vectors;
use kernelet_fit::export::vectors::Random;
use kernelet_fit::export::{name, rust};
use kernelet_fit::pack::file;
use kernelet_fit::pack::sections;
use kernelet_fit::pack::{Sheet, read_model, read_sheet};
use kernelet_fit::report::Summary;
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};

/// The options of `export`.
#[derive(Debug, Args)]
pub struct Export {
    /// The packed model.
    model: PathBuf,
    /// The forms to write, separated by commas.
    #[arg(long = "as", value_name = "FORMS", value_enum, required = true, value_delimiter = ',')]
    forms: Vec<Form>,
    /// The folder to write into; created where it is missing.
    #[arg(long, value_name = "FOLDER", help_heading = "Output")]
    out: PathBuf,
    /// The name that files and identifiers start with [default: made from the model's file name].
    #[arg(long, help_heading = "Output")]
    name: Option<String>,
    /// The number of random rows, after those at the limits of guards.
    ///
    /// A guard clips and centres a raw reading on the device.
    #[arg(long, value_name = "COUNT", help_heading = "Golden vectors", default_value_t = 256)]
    rows: u32,
    /// The seed of the random rows.
    #[arg(long, help_heading = "Golden vectors", default_value_t = 0)]
    seed: u64,
    /// Print one JSON object instead of a list.
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// A form that a model is exported in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// A Rust module with the model's bytes and its type.
    Rust,
    /// A header and a source file in C99, with the runtime's arithmetic for this model.
    C,
    /// Golden vectors: raw readings and exact scores, as CSV.
    Vectors,
}

/// The names of the files that were written.
#[derive(Serialize)]
struct Exported {
    files: Vec<PathBuf>,
}

impl Export {
    /// Reads the model, writes every form of it, and prints the names of the files.
    pub fn run(self, given: &Given) -> Result<()> {
        given.refuse(&["rows", "seed"], self.forms.contains(&Form::Vectors), "is for --as vectors")?;
        let model = read_model(&self.model)?;
        let sheet = read_sheet(&self.model, &model)?;
        let mut files = Vec::new();
        for (index, &form) in self.forms.iter().enumerate() {
            if !self.forms[..index].contains(&form) {
                files.extend(self.texts(form, model.bytes(), sheet.as_ref())?);
            }
        }
        fs::create_dir_all(&self.out).map_err(|source| Error::io(&self.out, source))?;
        let files: Vec<_> = files.into_iter().map(|(name, text)| (self.out.join(name), text)).collect();
        let written: Vec<(&Path, &[u8])> = files.iter().map(|(path, text)| (path.as_path(), text.as_bytes())).collect();
        file::write_all(&written)?;
        output::print(&Exported { files: files.into_iter().map(|(path, _)| path).collect() }, self.json);
        Ok(())
    }

    /// Returns the names and texts of the files of a form.
    fn texts(&self, form: Form, model: &[u8], sheet: Option<&Sheet>) -> Result<Vec<(String, String)>> {
        let name = name::identifier(self.name.as_deref(), &self.model)?;
        let sections = sections::used(&self.model, model)?;
        Ok(match form {
            Form::Rust => vec![(format!("{name}.rs"), rust::module(model, &sections, sheet))],
            Form::C => {
                let source = Source::new(&self.model, &name, &sections)?;
                vec![(format!("{name}.h"), source.header(sheet)), (format!("{name}.c"), source.source())]
            }
            Form::Vectors => {
                let random = Random { rows: self.rows as usize, seed: self.seed };
                vec![(format!("{name}.csv"), vectors::table(model, &sections, random))]
            }
        })
    }
}

impl Summary for Exported {
    fn text(&self) -> String {
        self.files.iter().map(|path| format!("{}\n", path.display())).collect()
    }
}
