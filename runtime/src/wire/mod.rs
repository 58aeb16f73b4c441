//! The packed layout: preamble, header (serde and postcard), and sections of little-endian words
//! that are borrowed in place. `FORMAT.md` beside this crate specifies every byte.

mod block_sections;
mod checksum;
mod cursor;
mod features;
mod fern_sections;
mod fields;
mod guard_sections;
mod header;
mod packed;
mod sections;

pub use block_sections::{BlockSections, Blocks, Projection};
#[cfg(feature = "online")]
pub(crate) use checksum::crc32_step;
pub(crate) use checksum::{is_intact, is_whole};
pub use checksum::{seal, stored_checksum};
pub use features::Features;
pub use fern_sections::{Fern, Ferns};
pub use fields::{FieldBytes, Fields};
pub use guard_sections::{Guard, Guards};
pub use header::{Header, PREAMBLE, Task, VERSION, contract};
pub(crate) use packed::Packed;
pub use sections::{Sections, needed_features};
