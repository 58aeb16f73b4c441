//! A library for PlatformIO.

use super::package::{Package, PackageFile};
use crate::error::Error;
use include_dir::{Dir, include_dir};

static FOLDER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/export/packages/platformio");

pub(super) fn files(package: &Package<'_>) -> Result<Vec<PackageFile>, Error> {
    Ok([package.c_sources("src")?, package.templates(&FOLDER), package.sketches(SKETCHES)].concat())
}

/// Where the shared sketches go.
const SKETCHES: [&str; 2] = ["examples/sensor/src/main.cpp", "examples/self_test/src/main.cpp"];
