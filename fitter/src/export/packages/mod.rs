//! Packages: a model as a folder that an ecosystem's own tool accepts, with an example that reads a
//! sensor and a test by golden rows.
//!
//! An ecosystem is a file here, its line in `ecosystem.rs`, and a folder of templates. A template
//! is a file of the package as it stands, for a model of the name `my_model`; `template.rs` says
//! what is replaced in it.

mod arduino;
mod cargo;
mod cmsis_pack;
mod conditions;
mod ecosystem;
mod esp_idf;
mod facts;
mod name;
mod package;
mod platformio;
mod template;
mod zephyr;

pub use ecosystem::Ecosystem;
pub use package::{Package, PackageFile};
