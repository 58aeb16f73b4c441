//! Packing: words to a `.klt` and its data sheet, the device emulated, and the cost of a model.

mod certificate;
pub mod cost;
mod device;
mod device_map;
mod digest;
mod emulate;
mod feature_error;
mod head_of;
pub mod klt;
mod model_file;
pub mod output;
mod packed_model;
mod parts;
mod raw;
mod real;
pub mod sections;
mod sheet;
mod size;
mod steady;
mod window_ram;

pub use certificate::{Certificate, Guarantee};
pub use device::{Answer, Decision, Device};
pub use device_map::DeviceMap;
pub use digest::digest as sheet_digest;
pub(crate) use emulate::words;
pub use model_file::{ModelFile, read_model, read_options, read_sheet, sheet_beside, sheet_path, writes_model};
pub use packed_model::PackedModel;
pub use parts::Parts;
pub use raw::Raw;
pub use real::real_scores;
pub use sheet::Sheet;
pub use size::size;
pub use steady::steady_classes;
pub(crate) use window_ram::window_ram;
