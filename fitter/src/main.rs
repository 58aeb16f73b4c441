//! The command `kernelet`.

#![cfg_attr(not(test), deny(clippy::print_stdout, clippy::print_stderr))] // they panic where nobody listens

mod command;

use clap::{Arg, CommandFactory, FromArgMatches, Parser, Subcommand};
use command::given::Given;
use command::output;
use kernelet_fit::error::{Error, Result};
use kernelet_fit::pack::output::{helper, printed};
use std::process::ExitCode;

/// Kernel machines that fit in kilobytes: fit on a workstation, flash to a microcontroller, get the
/// same bits on both.
#[derive(Debug, Parser)]
#[command(name = "kernelet", version, max_term_width = 120)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// The number of threads, at most one for each core [default: all cores].
    ///
    /// Results do not depend on it, except how far fit --seconds gets.
    #[arg(long, global = true, help_heading = "Threads", value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

impl Arguments {
    fn run(self, given: &Given) -> Result<()> {
        command::threads::start(self.threads, self.command.is_quiet())?;
        self.command.run(given)
    }
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
    /// Build firmware around a packed model, run it, and compare every score with the host's.
    Verify(command::verify::Verify),
    /// Prepare a packed model to learn on the device.
    Prepare(command::prepare::Prepare),
    /// Learn the rows of a data file in their order, as the device would.
    Rehearse(command::rehearse::Rehearse),
    /// Learn a device's log again, byte for byte.
    Replay(command::replay::Replay),
    /// Compute the sums of one file's rows, to fit a model to many files.
    Statistics(command::statistics::StatisticsOptions),
    /// Add the sums of several files.
    Merge(command::merge::Merge),
    /// Compare methods: the errors of the approximate kernel, or of fitted models on test data.
    Compare(command::compare::Compare),
    /// Measure how far random features are from the kernel that they approximate.
    KernelError(command::kernel_error::KernelError),
    /// Measure a table of a paper again, beside the published figures.
    Reproduce(command::reproduce::Reproduce),
    /// Print a script that completes this command's options in a shell.
    Completions(command::completions::Completions),
    /// Write manual pages of this command and its subcommands.
    Manual(command::manual::Manual),
}

impl Command {
    fn is_quiet(&self) -> bool {
        matches!(self, Command::Fit(fit) if fit.is_quiet())
    }

    /// Runs a subcommand, of whose options some stand on the command line.
    fn run(self, given: &Given) -> Result<()> {
        match self {
            Command::Fit(fit) => fit.run(given),
            Command::Predict(predict) => predict.run(),
            Command::Evaluate(evaluate) => evaluate.run(),
            Command::Inspect(inspect) => inspect.run(),
            Command::Export(export) => export.run(given),
            Command::Merge(merge) => merge.run(),
            Command::Verify(verify) => verify.run(given),
            Command::Prepare(prepare) => prepare.run(),
            Command::Rehearse(rehearse) => rehearse.run(),
            Command::Replay(replay) => replay.run(),
            Command::Statistics(statistics) => statistics.run(),
            Command::KernelError(kernel_error) => kernel_error.run(),
            Command::Compare(compare) => compare.run(given),
            Command::Reproduce(reproduce) => reproduce.run(),
            Command::Completions(completions) => completions.run(Arguments::command()),
            Command::Manual(manual) => manual.run(Arguments::command()),
        }
    }
}

fn main() -> ExitCode {
    if let Some(done) = helper::help() {
        return done;
    }
    command::interrupt::install();
    match parsed() {
        Ok(Ok((arguments, given))) => ended(arguments.run(&given)),
        // help and the version are no errors, and go to standard output
        Ok(Err(help)) if !help.use_stderr() => ended(printed(help.print())),
        Ok(Err(wrong)) => wrong.exit(),
        Err(error) => ended(Err(error)),
    }
}

/// The parser, for which -1 behind an option is its value, and not another option: so the option
/// says what is wrong with it.
fn parser() -> clap::Command {
    let of_option = |argument: Arg| match argument.get_long().is_some() && argument.get_action().takes_values() {
        true => argument.allow_negative_numbers(true),
        false => argument,
    };
    Arguments::command().mut_args(of_option).mut_subcommands(|command| command.mut_args(of_option))
}

/// Parses the command line, with the options of a recipe where one is named, and notes which
/// options stand there.
fn parsed() -> Result<std::result::Result<(Arguments, Given), clap::Error>> {
    let mut parser = parser();
    let fit = parser.find_subcommand("fit").expect("a subcommand").clone();
    let expanded = command::fit::expanded(&fit, std::env::args_os().collect())?;
    let matches = parser.try_get_matches_from_mut(expanded);
    Ok(matches.and_then(|matches| {
        let given = matches.subcommand().and_then(|(name, own)| Some(Given::of(parser.find_subcommand(name)?, own)));
        Ok((Arguments::from_arg_matches(&matches)?, given.unwrap_or_default()))
    }))
}

/// Says why a command failed, and returns its exit code.
fn ended(done: Result<()>) -> ExitCode {
    match done {
        Ok(()) | Err(Error::Closed) => ExitCode::SUCCESS,
        Err(error) => {
            output::remark(&[error.to_string()]);
            ExitCode::from(error.exit_code())
        }
    }
}
