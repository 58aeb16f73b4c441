//! What `kernelet export` does for a package: a folder, in which nothing of the user's is replaced.

use kernelet_fit::error::{Error, Result};
use kernelet_fit::export::packages::{Ecosystem, Package, PackageFile};
use kernelet_fit::pack::ModelFile;
use kernelet_fit::pack::output::write_all;
use std::fs;
use std::path::{Path, PathBuf};

/// What the first lines of source that was made from a model say.
pub const MADE: &str = "Made by kernelet";

/// Writes a package into a folder, whole or not at all, and returns the paths of its files.
pub fn write(ecosystem: Ecosystem, (model, name): (&Path, &str), out: &Path) -> Result<Vec<PathBuf>> {
    let file = ModelFile::open(model)?;
    let files = ecosystem.files(&Package::new(model, name, &file)?)?;
    let paths: Vec<PathBuf> = files.iter().map(|file| out.join(&file.path)).collect();
    for (path, file) in paths.iter().zip(&files) {
        keeps(path, file).map_err(|error| match error {
            Error::Usage(why) => Error::Usage(format!(
                "{why}; a package keeps its texts: export a new model --as c --out FOLDER/src, a crate's --as rust"
            )),
            error => error,
        })?;
    }
    let texts: Vec<(&Path, &[u8])> =
        paths.iter().zip(&files).map(|(path, file)| (path.as_path(), file.text.as_bytes())).collect();
    let made = make_folders(&paths)?;
    write_all(&texts).inspect_err(|_| made.iter().rev().for_each(|folder| drop(fs::remove_dir(folder))))?;
    Ok(paths)
}

/// Checks that a file would replace nothing that a user has written or changed.
fn keeps(path: &Path, file: &PackageFile) -> Result<()> {
    let is_made = |there: &[u8]| file.is_made && String::from_utf8_lossy(there).contains(MADE);
    replaces(path, |there| is_made(there) || there == file.text.as_bytes())
}

/// Checks that what stands at a path may be replaced: nothing, an empty file, or one that is
/// `ours`. Pipes and devices are written through.
pub fn replaces(path: &Path, is_ours: impl Fn(&[u8]) -> bool) -> Result<()> {
    if !path.is_file() {
        return Ok(());
    }
    let there = fs::read(path).map_err(|source| Error::io(path, source))?;
    match there.is_empty() || is_ours(&there) {
        true => Ok(()),
        false => Err(Error::Usage(format!(
            "{}: exists, and is not what would be written; move it away, or pass another --out",
            path.display()
        ))),
    }
}

/// Makes the folders of files, and returns those that were not there, outer ones first.
fn make_folders(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let folders = paths.iter().filter_map(|path| path.parent());
    let mut missing: Vec<PathBuf> =
        folders.flat_map(Path::ancestors).filter(|folder| !folder.exists()).map(Path::to_owned).collect();
    missing.retain(|folder| !folder.as_os_str().is_empty());
    missing.sort();
    missing.dedup();
    for folder in &missing {
        fs::create_dir(folder).map_err(|source| Error::io(folder, source))?;
    }
    Ok(missing)
}
