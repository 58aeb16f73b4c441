//! `kernelet export`.

use super::output::Findings;
use clap::{Args, ValueEnum};
use kernelet_fit::error::{Error, Result};
use kernelet_fit::export::c::Source;
use kernelet_fit::export::vectors;
use kernelet_fit::export::vectors::Random;
use kernelet_fit::export::{name, rust};
use kernelet_fit::pack::file;
use kernelet_fit::pack::sections;
use kernelet_fit::pack::{Sheet, read_model, read_sheet};
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};

/// Options of `export`.
#[derive(Debug, Args)]
pub struct Export {
    /// The packed model.
    model: PathBuf,
    /// What to write; several with commas between.
    #[arg(long = "as", value_enum, required = true, value_delimiter = ',')]
    forms: Vec<Form>,
    /// The folder to write into; made where it is missing.
    #[arg(long)]
    out: PathBuf,
    /// What files and identifiers begin with. Default: made from the model's file name.
    #[arg(long)]
    name: Option<String>,
    /// Random rows of golden vectors, after those at the guards' class_targets.
    #[arg(long, default_value_t = 256)]
    rows: u32,
    /// The seed of the random rows.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// One JSON object instead of a list.
    #[arg(long)]
    json: bool,
}

/// What a model can be exported as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// A Rust module with the model's bytes and its type.
    Rust,
    /// A header and a source file of C99, with the runtime's arithmetic for this model.
    C,
    /// Golden vectors: raw readings and exact scores, as CSV.
    Vectors,
}

/// What `export --json` prints.
#[derive(Serialize)]
struct Summary {
    files: Vec<PathBuf>,
}

impl Export {
    /// Reads, writes, prints.
    pub fn run(self) -> Result<()> {
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
        Summary { files: files.into_iter().map(|(path, _)| path).collect() }.print(self.json);
        Ok(())
    }

    /// The files of a form, by name.
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

impl Findings for Summary {
    fn text(&self) -> String {
        self.files.iter().map(|path| format!("{}\n", path.display())).collect()
    }
}
