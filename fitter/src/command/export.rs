//! `kernelet export`.

use super::files::of_model;
use super::form::Form;
use super::given::Given;
use super::output;
use super::package;
use clap::Args;
use kernelet::wire::stored_checksum;
use kernelet_fit::error::{Error, Result};
use kernelet_fit::export::c::Source;
use kernelet_fit::export::packages::Ecosystem;
use kernelet_fit::export::vectors;
use kernelet_fit::export::vectors::Random;
use kernelet_fit::export::{name, onnx, rust};
use kernelet_fit::pack::output::{Files, write_all};
use kernelet_fit::pack::sections;
use kernelet_fit::pack::{ModelFile, Sheet, read_model, read_sheet, sheet_path};
use kernelet_fit::report::{Summary, card};
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};

/// The file of a model card.
const CARD: &str = "README.md";

/// The options of `export`.
#[derive(Debug, Args)]
pub struct Export {
    /// The packed model.
    model: PathBuf,
    /// The forms to write, separated by commas; a package stands alone.
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

/// The names of the files that were written.
#[derive(Serialize)]
struct Exported {
    files: Vec<PathBuf>,
}

impl Export {
    /// Reads the model, writes every form of it, and prints the names of the files.
    pub fn run(self, given: &Given) -> Result<()> {
        given.refuse(&["rows", "seed"], self.forms.contains(&Form::Vectors), "is for --as vectors")?;
        let name = name::identifier(self.name.as_deref(), &self.model)?;
        if let Some(ecosystem) = self.package()? {
            self.files(&name).check()?;
            let files = package::write(ecosystem, (&self.model, &name), &self.out)?;
            return output::print(&Exported { files }, self.json);
        }
        self.files(&name).check()?;
        let model = read_model(&self.model)?;
        let sheet = read_sheet(&self.model, &model)?;
        if sheet.is_none() {
            self.tell_without_sheet(&name)?;
        }
        let mut files = Vec::new();
        for form in self.forms() {
            let texts = self.texts(form, &name, (model.bytes(), sheet.as_ref()))?;
            let own: Vec<_> = self.paths(form, &name).into_iter().zip(texts).collect();
            own.iter().try_for_each(|(path, _)| refuse_other_case(path))?;
            own.iter().try_for_each(|(path, text)| package::replaces(path, |there| is_made(there, (form, text))))?;
            files.extend(own);
        }
        fs::create_dir_all(&self.out).map_err(|source| Error::io(&self.out, source))?;
        let written: Vec<(&Path, &[u8])> = files.iter().map(|(path, text)| (path.as_path(), text.as_slice())).collect();
        write_all(&written)?;
        output::print(&Exported { files: files.into_iter().map(|(path, _)| path).collect() }, self.json)
    }

    /// Says what is not written without a data sheet, and refuses to leave that of another model
    /// beside the new files.
    fn tell_without_sheet(&self, name: &str) -> Result<()> {
        let lost = sheet_path(&self.model);
        if self.forms().any(|form| form == Form::C) {
            let old = Source::SHEET_ENDS.map(|end| self.out.join(format!("{name}{end}")));
            let is_made = |path: &&PathBuf| {
                fs::read(path).is_ok_and(|text| String::from_utf8_lossy(&text).contains(package::MADE))
            };
            if let Some(old) = old.iter().find(is_made) {
                return Err(Error::Usage(format!(
                    "{} is about another model, and cannot be written anew: {} is missing",
                    old.display(),
                    lost.display()
                )));
            }
        }
        if self.forms().any(|form| matches!(form, Form::C | Form::Rust)) {
            let without = "names of inputs and classes and the conversion of physical values are left out";
            output::remark(&[format!("{} is missing: {without}", lost.display())]);
        }
        Ok(())
    }

    /// Returns the ecosystem of a package, which is a folder of its own.
    fn package(&self) -> Result<Option<Ecosystem>> {
        let package = self.forms().find_map(|form| match form {
            Form::Package(ecosystem) => Some((form, ecosystem)),
            _ => None,
        });
        match package {
            Some((form, _)) if self.forms().count() > 1 => Err(Error::Usage(format!(
                "--as {form}: a package is a folder of its own; export the other forms into another --out"
            ))),
            package => Ok(package.map(|(_, ecosystem)| ecosystem)),
        }
    }

    /// Returns the forms, each once.
    fn forms(&self) -> impl Iterator<Item = Form> {
        let first = |(index, form): &(usize, &Form)| !self.forms[..*index].contains(form);
        self.forms.iter().enumerate().filter(first).map(|(_, form)| *form)
    }

    fn files(&self, name: &str) -> Files {
        let files = of_model(&self.model).prints();
        if !self.out.is_dir() {
            return files.makes(&self.out);
        }
        let paths = self.forms().flat_map(|form| self.paths(form, name));
        paths.fold(files, |files, path| files.writes("--out", path))
    }

    /// Returns the paths of the files of a form.
    fn paths(&self, form: Form, name: &str) -> Vec<PathBuf> {
        let ends: &[&str] = match form {
            Form::Card => return vec![self.out.join(CARD)],
            Form::Package(_) => return Vec::new(), // `package` looks at what is there
            Form::Rust => &[".rs"],
            Form::C => &Source::ENDS,
            Form::Vectors => &[".csv"],
            Form::Onnx => &[".onnx"],
        };
        ends.iter().map(|end| self.out.join(format!("{name}{end}"))).collect()
    }

    /// Returns the bytes of the files of a form; without a data sheet, those about it are left out.
    fn texts(&self, form: Form, name: &str, (model, sheet): (&[u8], Option<&Sheet>)) -> Result<Vec<Vec<u8>>> {
        let sections = sections::used(&self.model, model)?;
        let texts = match form {
            Form::Onnx => {
                if sheet.is_none() {
                    let lost = sheet_path(&self.model);
                    let what = "the data sheet is missing, which says how physical values become readings";
                    return Err(Error::model(&lost, what));
                }
                let graph = onnx::model(name, &sections, sheet);
                return Ok(vec![graph.map_err(|wrong| Error::model(&self.model, wrong))?]);
            }
            Form::Card => vec![card::card(name, &ModelFile::open(&self.model)?)],
            Form::Package(_) => Vec::new(),
            Form::Rust => {
                name::check_module(name)?;
                vec![rust::module(model, &sections, sheet)]
            }
            Form::C => Source::new(&self.model, name, (&sections, stored_checksum(model)))?.files(model, sheet),
            Form::Vectors => {
                let random = Random { rows: self.rows as usize, seed: self.seed };
                vec![vectors::table(model, &sections, random)]
            }
        };
        Ok(texts.into_iter().map(String::into_bytes).collect())
    }
}

/// Refuses a file beside one whose name has other capitals: the macros of both have the same names,
/// and so have the files on some systems.
fn refuse_other_case(path: &Path) -> Result<()> {
    let (Some(folder), Some(own)) = (path.parent(), path.file_name()) else { return Ok(()) };
    let there = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
    match there.into_iter().find(|there| there != own && there.eq_ignore_ascii_case(own)) {
        Some(there) => {
            let (path, there) = (path.display(), there.display());
            let what = "macros have the same names for both; pass another --name, or another --out";
            Err(Error::Usage(format!("{path} differs from {there} by capitals alone: {what}")))
        }
        None => Ok(()),
    }
}

/// What tells the files of a model as C apart.
const PARTS: [&str; 4] = ["says what goes in", "what the data sheet of", ": a test of", "says what this is"];

/// Whether a file was made by an earlier export, and is what stands in its place now: the self-test
/// of `a` has the names of a model `a_test`.
fn is_made(there: &[u8], (form, new): (Form, &[u8])) -> bool {
    let (text, new) = (String::from_utf8_lossy(there), String::from_utf8_lossy(new));
    let part = |text: &str| PARTS.iter().position(|part| text.lines().take(3).any(|line| line.contains(part)));
    match form {
        Form::Card => text.contains(card::MARK),
        Form::Package(_) => false, // `package` looks at its own files
        Form::Rust => text.contains(package::MADE),
        Form::C => text.contains(package::MADE) && part(&text) == part(&new),
        Form::Vectors => vectors::is_header(text.lines().next().unwrap_or_default()),
        Form::Onnx => text.contains(onnx::PRODUCER),
    }
}

impl Summary for Exported {
    fn text(&self) -> String {
        self.files.iter().map(|path| format!("{}\n", path.display())).collect()
    }
}
