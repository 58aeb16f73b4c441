//! The bytes of a packed model by section.

use crate::pack::ModelFile;
use serde::Serialize;
use std::fmt;

/// The numbers of bytes of a packed model, section by section.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SectionBytes {
    /// All bytes: what the model takes in flash.
    pub total: usize,
    /// The bytes that features are computed from.
    pub projection: usize,
    /// The weights of the head.
    pub head: usize,
    /// Everything else.
    pub header: usize,
}

impl SectionBytes {
    /// The sections of a model.
    pub fn of(file: &ModelFile) -> SectionBytes {
        let (total, sizes) = (file.model.bytes().len(), file.device().sizes());
        let header = total - sizes.projection - sizes.head;
        SectionBytes { total, projection: sizes.projection, head: sizes.head, header }
    }
}

impl fmt::Display for SectionBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SectionBytes { total, projection, head, header } = self;
        write!(f, "{total} bytes: projection {projection}, head {head}, header {header}")
    }
}
