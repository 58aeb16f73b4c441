//! `kernelet completions`.

use super::output;
use clap::Args;
use clap_complete::Shell;
use kernelet_fit::error::Result;

/// The options of `completions`.
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell that reads the script.
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// Prints a script that completes subcommands, options and their values in a shell.
    pub fn run(self, mut command: clap::Command) -> Result<()> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "kernelet", &mut script);
        output::print_text(&String::from_utf8_lossy(&script))
    }
}
