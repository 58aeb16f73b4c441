//! Searches: their time limit, and the record of what they found for `--resume`.

mod key;
mod line;
mod record;
mod run;

pub use key::Key;
pub use record::Record;
pub use run::Search;
