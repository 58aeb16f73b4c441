//! The options on the search for what a recipe leaves open.

use crate::command::values::positive;
use clap::Args;
use std::path::PathBuf;

/// The options on the search.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub struct SearchOptions {
    /// The number of parts of the training rows that are held out in turn [default: 5; of
    /// many rows, 3 of the 5 are judged].
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(2..=100))]
    pub folds: Option<u16>,
    /// The time limit of the command; the result is the best model that was judged by then.
    ///
    /// Each kind of model gets a short look, the simplest first, before any gets a long one. What
    /// is found depends on the machine.
    #[arg(long, value_parser = positive)]
    pub seconds: Option<f64>,
    /// The file that keeps the errors found so far.
    ///
    /// The same command goes on from there after an interruption. Other --blocks of the same rows
    /// reuse the errors that they share.
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Fit again by the options in the data sheet of a model, as MODEL.klt.json.
    ///
    /// Options beside it take the place of those in the sheet. The same data give the same model.
    #[arg(long, value_name = "FILE")]
    pub recipe: Option<PathBuf>,
    /// Train features by the same instructions on every processor, for the same model on all of
    /// them.
    ///
    /// Otherwise a processor takes its fastest ones, which may round sums otherwise than those of
    /// another.
    #[arg(long)]
    pub portable: bool,
    /// The seed of everything random.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
}
