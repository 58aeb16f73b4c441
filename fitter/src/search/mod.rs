//! Searches: their time limit, their progress, and the record of what they found for `--resume`.

mod effort;
mod key;
mod line;
mod memory;
mod progress;
mod record;
mod run;
mod stop;
mod time;

pub use effort::Effort;
pub use key::Key;
pub use progress::{Candidate, ModelSize, Progress};
pub use record::Record;
pub use run::Search;
pub use stop::Stop;
pub use time::TimeLimit;
