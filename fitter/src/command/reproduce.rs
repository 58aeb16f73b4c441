//! `kernelet reproduce`.

use super::output;
use clap::{Args, ValueEnum};
use kernelet_fit::error::Result;
use kernelet_fit::reproduce::{Cell, li2019_table2, li2019_table3};
use serde::Serialize;
use std::path::PathBuf;

/// Options of `reproduce`.
#[derive(Debug, Args)]
pub struct Reproduce {
    /// The table.
    #[arg(value_enum)]
    table: Table,
    /// The folder of data sets.
    #[arg(long)]
    data: PathBuf,
    /// Fewer repeats.
    #[arg(long)]
    quick: bool,
    /// One JSON object instead of a table.
    #[arg(long)]
    json: bool,
}

/// A table of a paper.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Table {
    /// Li, Zhang, Wang and Kumar 2019, Table 2: relative errors of the approximate kernel.
    #[value(name = "li2019-table2")]
    Li2019Table2,
    /// Li, Zhang, Wang and Kumar 2019, Table 3: errors of a linear predictor.
    #[value(name = "li2019-table3")]
    Li2019Table3,
}

/// What `reproduce --json` prints.
#[derive(Serialize)]
struct Summary {
    rows: Vec<Cell>,
}

impl Reproduce {
    /// Measures and prints, a line as soon as it is known.
    pub fn run(self) -> Result<()> {
        let json = self.json;
        if !json {
            output::print(&format!(
                "{:12}{:16}{:>9}{:>8}{:>8}{:>10}\n",
                "data", "method", "features", "paper", "ours", "deviation"
            ));
        }
        let each = |cell: &Cell| {
            if !json {
                output::print(&line(cell));
            }
        };
        let rows = match self.table {
            Table::Li2019Table2 => li2019_table2::measure(&self.data, self.quick, each)?,
            Table::Li2019Table3 => li2019_table3::measure(&self.data, self.quick, each)?,
        };
        if json {
            output::print_json(&Summary { rows });
        }
        Ok(())
    }
}

fn line(cell: &Cell) -> String {
    let paper = cell.paper.map_or("-".to_owned(), |figure| format!("{figure:.3}"));
    let note = cell.note.as_ref().map_or(String::new(), |note| format!("  ({note})"));
    let Cell { data, method, features, mean, std, .. } = cell;
    format!("{data:12}{method:16}{features:>9}{paper:>8}{mean:>8.3}{std:>10.3}{note}\n")
}
