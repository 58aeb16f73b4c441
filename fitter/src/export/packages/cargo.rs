//! A crate without the standard library.

use super::name;
use super::package::{Package, PackageFile};
use crate::error::Error;
use include_dir::{Dir, include_dir};

static FOLDER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/export/packages/cargo");

/// The name of the manifest among the templates: a folder with a `Cargo.toml` would be a package of
/// its own.
const MANIFEST: &str = "manifest.toml";

pub(super) fn files(package: &Package<'_>) -> Result<Vec<PackageFile>, Error> {
    name::check_crate(package.name)?;
    let mut files = package.templates(&FOLDER);
    files.iter_mut().filter(|file| file.path == MANIFEST).for_each(|file| file.path = "Cargo.toml".to_owned());
    files.push(package.rust_source("src/model.rs")?);
    Ok(files)
}
