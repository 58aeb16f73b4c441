//! Windows of a stream, and their candidate integer features.
//!
//! ```text
//! columns or recordings -> Layout -> Signal (readings, samples) -> candidates -> model's section
//! ```
//!
//! The features themselves are computed by the runtime, [`kernelet::window`].

mod candidate;
mod candidates;
mod clock;
mod cut_remarks;
mod feature_names;
mod judged_by;
mod label_of;
mod layout;
mod matrix;
mod movement;
mod parts;
mod recording;
mod recording_like;
mod runs;
mod section;
mod signal;
mod stream_like;
mod thresholds;
mod turns;
mod unlike;

pub use candidate::Candidate;
pub use candidates::candidates;
pub use clock::{Clock, clock_remark, gap_remark};
pub use cut_remarks::{class_remark, constant_remark};
pub use judged_by::JudgedBy;
pub use label_of::LabelOf;
pub use layout::Layout;
pub use matrix::{features, inputs, names, pushes, turned_inputs};
pub use recording::{Cut, CutInputs, CutTable};
pub use recording_like::recordings_remark;
pub use runs::{Run, run_remark, runs};
pub use section::section;
pub use signal::{Channel, Signal};
pub use stream_like::stream_remark;
pub use turns::Turns;
