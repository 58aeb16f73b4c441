//! Source code and golden vectors of a model.

use super::model::{MEMORY, Model};
use crate::error::{Error, Result};
use crate::export::c::Source;
use crate::export::vectors::{self, Random};
use crate::export::{name, rust};
use crate::pack::output::write_all;
use crate::pack::{Sheet, sections};
use kernelet::wire::stored_checksum;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The random rows of golden vectors, as the command makes them.
const RANDOM: Random = Random { rows: 256, seed: 0 };

/// A form that a model is exported in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A Rust module with the model's bytes and its type.
    Rust,
    /// C99, with the runtime's arithmetic for this model.
    C,
    /// Golden vectors: raw readings and exact scores, as CSV.
    Vectors,
}

impl FromStr for Form {
    type Err = Error;

    fn from_str(text: &str) -> Result<Form> {
        match text {
            "rust" => Ok(Form::Rust),
            "c" => Ok(Form::C),
            "vectors" => Ok(Form::Vectors),
            _ => Err(Error::Usage(format!("{text:?} is no form of export: rust, c or vectors"))),
        }
    }
}

impl Model {
    /// Writes a form of the model into a folder, which is created where it is missing, and returns
    /// the paths of the files. Their names start with `name`.
    ///
    /// # Errors
    /// [`Error::Usage`] where the name is no identifier, or a file of that name is there;
    /// [`Error::Io`].
    pub fn export(&self, form: Form, folder: &Path, name: &str) -> Result<Vec<PathBuf>> {
        let name = name::identifier(Some(name), Path::new(MEMORY))?;
        let texts = self.texts(form, &name)?;
        let paths: Vec<PathBuf> = form.ends().iter().map(|end| folder.join(format!("{name}{end}"))).collect();
        if let Some(path) = paths.iter().find(|path| path.exists()) {
            return Err(Error::Usage(format!("{}: the file is there already; choose another name", path.display())));
        }
        fs::create_dir_all(folder).map_err(|source| Error::io(folder, source))?;
        let files = paths.iter().zip(&texts).map(|(path, text)| (path.as_path(), text.as_bytes()));
        write_all(&files.collect::<Vec<_>>())?;
        Ok(paths)
    }

    fn texts(&self, form: Form, name: &str) -> Result<Vec<String>> {
        let (path, model, sheet): (_, _, &Sheet) = (Path::new(MEMORY), self.bytes(), &self.file.sheet);
        let sections = sections::used(path, model)?;
        Ok(match form {
            Form::Rust => {
                name::check_module(name)?;
                vec![rust::module(model, &sections, Some(sheet))]
            }
            Form::Vectors => vec![vectors::table(model, &sections, RANDOM)],
            Form::C => Source::new(path, name, (&sections, stored_checksum(model)))?.files(model, Some(sheet)),
        })
    }
}

impl Form {
    /// The ends of the names of the files.
    fn ends(self) -> &'static [&'static str] {
        match self {
            Form::Rust => &[".rs"],
            Form::C => &Source::ENDS,
            Form::Vectors => &[".csv"],
        }
    }
}
