//! `kernelet manual`.

use super::output;
use clap::Args;
use clap_mangen::Man;
use kernelet_fit::error::{Error, Result};
use kernelet_fit::pack::output::{Files, write_all};
use std::fs;
use std::path::{Path, PathBuf};

/// The options of `manual`.
#[derive(Debug, Args)]
pub struct Manual {
    /// The folder to write into; created where it is missing.
    folder: PathBuf,
}

impl Manual {
    /// Writes a manual page for the command and for each subcommand, and prints their names.
    pub fn run(self, mut command: clap::Command) -> Result<()> {
        Files::default().makes(&self.folder).prints().check()?;
        command.build();
        let page = |command: &clap::Command| -> Result<(PathBuf, Vec<u8>)> {
            let page = Man::new(command.clone());
            let (path, mut text) = (self.folder.join(page.get_filename()), Vec::new());
            page.render(&mut text).map_err(|source| Error::io(&path, source))?;
            Ok((path, text))
        };
        let subcommands = command.get_subcommands().filter(|subcommand| subcommand.get_name() != "help");
        let pages = [&command].into_iter().chain(subcommands).map(page).collect::<Result<Vec<_>>>()?;
        fs::create_dir_all(&self.folder).map_err(|source| Error::io(&self.folder, source))?;
        let files: Vec<(&Path, &[u8])> = pages.iter().map(|(path, text)| (path.as_path(), &text[..])).collect();
        write_all(&files)?;
        output::print_text(&pages.iter().map(|(path, _)| format!("{}\n", path.display())).collect::<String>())
    }
}
