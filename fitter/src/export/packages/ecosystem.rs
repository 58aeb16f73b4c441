//! The ecosystems that there are packages for.

use super::package::{Package, PackageFile};
use super::{arduino, cargo, cmsis_pack, esp_idf, platformio, zephyr};
use crate::error::Error;
use clap::ValueEnum;

macro_rules! ecosystems {
    ($($(#[$doc:meta])* $ecosystem:ident = $name:literal in $module:ident,)*) => {
        /// An ecosystem with packages of its own.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
        pub enum Ecosystem {
            $($(#[$doc])* #[value(name = $name)] $ecosystem,)*
        }

        impl Ecosystem {
            /// Returns the files of a package.
            ///
            /// # Errors
            /// [`Error::Usage`] for a name that the ecosystem cannot have, and [`Error::Model`] for
            /// a model that its language cannot hold.
            pub fn files(self, package: &Package<'_>) -> Result<Vec<PackageFile>, Error> {
                match self {
                    $(Ecosystem::$ecosystem => $module::files(package),)*
                }
            }
        }
    };
}

ecosystems! {
    /// A library for the Arduino IDE, in C with sketches.
    Arduino = "arduino" in arduino,
    /// A library for PlatformIO, in C with example projects.
    PlatformIo = "platformio" in platformio,
    /// A module for Zephyr, in C with a sample and a test.
    Zephyr = "zephyr" in zephyr,
    /// A component for ESP-IDF, in C with example projects.
    EspIdf = "esp-idf" in esp_idf,
    /// A software pack for tools that take CMSIS-Packs, in C.
    CmsisPack = "cmsis-pack" in cmsis_pack,
    /// A crate without the standard library, in Rust.
    Cargo = "cargo" in cargo,
}
