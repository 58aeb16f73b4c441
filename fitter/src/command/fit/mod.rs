//! `kernelet fit`: its options by group, and the run.

mod budget;
mod data;
mod examples;
mod groups;
mod model;
mod output;
mod run;
mod search;

pub use run::Fit;
