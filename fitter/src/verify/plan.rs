//! The plan of a verification.

use super::limit::Limit;
use super::rows::ReplayRows;
use super::target::{Language, Target};
use crate::pack::ModelFile;
use std::path::Path;

/// What is verified, and on what.
#[derive(Debug)]
pub struct Plan<'a> {
    /// The model, and where it lies.
    pub model: (&'a Path, &'a ModelFile),
    /// The rows.
    pub rows: &'a ReplayRows,
    /// The targets.
    pub targets: &'a [Target],
    /// The languages of firmware for cores.
    pub languages: &'a [Language],
    /// A folder of exported C in the place of a new export.
    pub exported: Option<&'a Path>,
    /// The folder to build in, in the place of the user's cache.
    pub folder: Option<&'a Path>,
    /// The symbols per second of a serial port.
    pub baud: u32,
    /// When a target is given up.
    pub limit: Limit,
}
