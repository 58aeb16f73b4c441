//! The command `kernelet`.

mod command;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Kernel machines that fit in kilobytes: fit on a workstation, flash to a microcontroller, get the same bits on both.
#[derive(Debug, Parser)]
#[command(name = "kernelet", version, max_term_width = 120)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Threads; the model is the same for any number of them. Default: all cores.
    #[arg(long, global = true, value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Fits a model to a data file and packs it.
    Fit(command::fit::Fit),
    /// Answers every row of a data file as the device would, bit for bit.
    Predict(command::predict::Predict),
    /// Measures a packed model on a data file.
    Evaluate(command::evaluate::Evaluate),
    /// Says what is in a packed model and what it costs.
    Inspect(command::inspect::Inspect),
    /// Writes a packed model as source to compile in, or as golden vectors.
    Export(command::export::Export),
    /// Measures how far features are from the kernel that they approximate.
    KernelError(command::kernel_error::KernelError),
    /// Measures methods side by side: errors of the approximate kernel, or of fitted models on test data, against features.
    Compare(command::compare::Compare),
    /// Measures a table of a paper again, beside the published figures.
    Reproduce(command::reproduce::Reproduce),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if let Some(threads) = arguments.threads {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global();
        pool.expect("the pool is made once");
    }
    let done = match arguments.command {
        Command::Fit(fit) => fit.run(),
        Command::Predict(predict) => predict.run(),
        Command::Evaluate(evaluate) => evaluate.run(),
        Command::Inspect(inspect) => inspect.run(),
        Command::Export(export) => export.run(),
        Command::KernelError(kernel_error) => kernel_error.run(),
        Command::Compare(compare) => compare.run(),
        Command::Reproduce(reproduce) => reproduce.run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("kernelet: {error}");
            ExitCode::from(error.exit_code())
        }
    }
}
