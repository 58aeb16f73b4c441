//! The command `kernelet`.

mod command;

use clap::{Parser, Subcommand};
use kernelet_fit::error::Result;
use std::process::ExitCode;

/// Kernel machines that fit in kilobytes: fit on a workstation, flash to a microcontroller, get the
/// same bits on both.
#[derive(Debug, Parser)]
#[command(name = "kernelet", version, max_term_width = 120)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// The number of threads, at most one for each core; no result depends on it [default: all
    /// cores].
    #[arg(long, global = true, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Fit a model to a data file and pack it.
    Fit(Box<command::fit::Fit>),
    /// Answer every row of a data file as the device would, bit for bit.
    Predict(command::predict::Predict),
    /// Measure the errors of a packed model on a data file.
    Evaluate(command::evaluate::Evaluate),
    /// Show what is in a packed model and what it costs.
    Inspect(command::inspect::Inspect),
    /// Write a packed model as source code to compile in, or as golden vectors.
    Export(command::export::Export),
    /// Measure how far random features are from the kernel that they approximate.
    KernelError(command::kernel_error::KernelError),
    /// Compare methods: the errors of the approximate kernel, or of fitted models on test data.
    Compare(command::compare::Compare),
    /// Measure a table of a paper again, beside the published figures.
    Reproduce(command::reproduce::Reproduce),
}

impl Command {
    fn is_quiet(&self) -> bool {
        matches!(self, Command::Fit(fit) if fit.is_quiet())
    }

    fn run(self) -> Result<()> {
        match self {
            Command::Fit(fit) => fit.run(),
            Command::Predict(predict) => predict.run(),
            Command::Evaluate(evaluate) => evaluate.run(),
            Command::Inspect(inspect) => inspect.run(),
            Command::Export(export) => export.run(),
            Command::KernelError(kernel_error) => kernel_error.run(),
            Command::Compare(compare) => compare.run(),
            Command::Reproduce(reproduce) => reproduce.run(),
        }
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    command::interrupt::install();
    let started = command::threads::start(arguments.threads, arguments.command.is_quiet());
    match started.and_then(|()| arguments.command.run()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("kernelet: {error}");
            ExitCode::from(error.exit_code())
        }
    }
}
