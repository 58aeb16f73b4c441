//! A software pack in the format of CMSIS.

use super::package::{Package, PackageFile};
use crate::error::Error;
use include_dir::{Dir, include_dir};

static FOLDER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/export/packages/cmsis_pack");

pub(super) fn files(package: &Package<'_>) -> Result<Vec<PackageFile>, Error> {
    Ok([package.c_sources("src")?, package.templates(&FOLDER)].concat())
}
