//! `kernelet manual`.

use super::output;
use clap::Args;
use clap_mangen::Man;
use kernelet_fit::error::{Error, Result};
use kernelet_fit::pack::file;
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
        command.build();
        let page = |command: clap::Command, name: String| -> Result<(PathBuf, Vec<u8>)> {
            let path = self.folder.join(format!("{name}.1"));
            let mut text = Vec::new();
            Man::new(command.name(name)).render(&mut text).map_err(|source| Error::io(&path, source))?;
            Ok((path, text))
        };
        let mut pages = vec![page(command.clone(), "kernelet".to_owned())?];
        for subcommand in command.get_subcommands().filter(|subcommand| subcommand.get_name() != "help") {
            pages.push(page(subcommand.clone(), format!("kernelet-{}", subcommand.get_name()))?);
        }
        fs::create_dir_all(&self.folder).map_err(|source| Error::io(&self.folder, source))?;
        let files: Vec<(&Path, &[u8])> = pages.iter().map(|(path, text)| (path.as_path(), &text[..])).collect();
        file::write_all(&files)?;
        output::print_text(&pages.iter().map(|(path, _)| format!("{}\n", path.display())).collect::<String>());
        Ok(())
    }
}
