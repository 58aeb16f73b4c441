//! `kernelet fit`: its options by group, and the run.

mod budget;
mod data;
mod examples;
mod groups;
mod inputs;
mod large;
mod learn;
mod model;
mod output;
mod recipe;
mod run;
mod sampling;
mod search;
mod series;
mod session;
mod shards;
mod teacher;

pub use recipe::expanded;
pub use run::Fit;
