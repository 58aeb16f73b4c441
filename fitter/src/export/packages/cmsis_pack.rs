//! A software pack in the format of CMSIS.

use super::package::{Package, PackageFile};
use crate::error::Error;
use include_dir::{Dir, include_dir};

static FOLDER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/export/packages/cmsis_pack");

/// The most letters of a component's name, in the schema of packs.
const LONGEST: usize = 32;

pub(super) fn files(package: &Package<'_>) -> Result<Vec<PackageFile>, Error> {
    if package.name.len() > LONGEST {
        let name = package.name;
        return Err(Error::Usage(format!("{name}: names in a CMSIS pack have {LONGEST} letters at most; pass --name")));
    }
    Ok([package.c_sources("src")?, package.templates(&FOLDER)].concat())
}
