//! A library for the Arduino IDE.

use super::package::{Package, PackageFile};
use crate::error::Error;
use include_dir::{Dir, include_dir};

static FOLDER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/export/packages/arduino");

pub(super) fn files(package: &Package<'_>) -> Result<Vec<PackageFile>, Error> {
    Ok([package.c_sources("src")?, package.templates(&FOLDER), package.sketches(SKETCHES)].concat())
}

/// Where the shared sketches go.
const SKETCHES: [&str; 2] = ["examples/Sensor/Sensor.ino", "examples/SelfTest/SelfTest.ino"];
