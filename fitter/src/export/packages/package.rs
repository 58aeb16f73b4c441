//! A model to be packaged, and the files of a package.

use super::conditions::Conditions;
use super::facts::Facts;
use super::template;
use crate::error::Error;
use crate::export::c::Source;
use crate::export::rust;
use crate::pack::{ModelFile, sections};
use include_dir::Dir;
use kernelet::wire::{Sections, stored_checksum};
use std::path::Path;

/// A model and the name of its package.
#[derive(Debug)]
pub struct Package<'a> {
    /// The path of the packed model.
    pub path: &'a Path,
    /// The name that files and identifiers start with.
    pub name: &'a str,
    /// The model and its data sheet.
    pub file: &'a ModelFile,
    sections: Sections<'a>,
}

/// A file of a package.
#[derive(Clone, Debug)]
pub struct PackageFile {
    /// The path in the package's folder.
    pub path: String,
    /// The text.
    pub text: String,
    /// True for source made from the model alone, which nobody edits.
    pub is_made: bool,
}

/// Sketches that the libraries of several ecosystems have: one that reads a sensor, one that tests
/// the model.
const SKETCHES: [&str; 2] = [include_str!("common/sensor.cpp"), include_str!("common/self_test.cpp")];

impl<'a> Package<'a> {
    /// A package of a model.
    ///
    /// # Errors
    /// [`Error::Model`], naming `path`, where the model is not sound.
    pub fn new(path: &'a Path, name: &'a str, file: &'a ModelFile) -> Result<Self, Error> {
        let sections = sections::used(path, file.model.bytes())?;
        Ok(Package { path, name, file, sections })
    }

    /// The model in C, with its names and its test.
    pub(super) fn c_sources(&self, folder: &str) -> Result<Vec<PackageFile>, Error> {
        let model = self.file.model.bytes();
        let source = Source::new(self.path, self.name, (&self.sections, stored_checksum(model)))?;
        let files = Source::ENDS.iter().zip(source.files(model, Some(&self.file.sheet)));
        let file = |(end, text)| PackageFile { path: format!("{folder}/{}{end}", self.name), text, is_made: true };
        Ok(files.map(file).collect())
    }

    /// The model in Rust.
    pub(super) fn rust_source(&self, path: &str) -> Result<PackageFile, Error> {
        let text = rust::module(self.file.model.bytes(), &self.sections, Some(&self.file.sheet));
        Ok(PackageFile { path: path.to_owned(), text, is_made: true })
    }

    /// The files of a folder of templates, filled.
    pub(super) fn templates(&self, folder: &Dir<'_>) -> Vec<PackageFile> {
        let here = folder.files().filter_map(|file| Some((file.path().to_str()?, file.contents_utf8()?)));
        let files = here.map(|(path, text)| self.filled(path, text));
        let below = folder.dirs().flat_map(|folder| self.templates(folder));
        files.chain(below).collect()
    }

    /// The sketches that several ecosystems share, at the paths of this one.
    pub(super) fn sketches(&self, paths: [&str; 2]) -> Vec<PackageFile> {
        paths.iter().zip(SKETCHES).map(|(path, text)| self.filled(path, text)).collect()
    }

    fn filled(&self, path: &str, text: &str) -> PackageFile {
        let facts = Facts::about(self.file, &self.sections);
        let text = template::filled(text, (self.name, &facts, &Conditions::about(&self.sections)));
        PackageFile { path: template::named(path, self.name), text, is_made: false }
    }
}
