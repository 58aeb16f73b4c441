//! `kernelet reproduce`.

use super::output;
use clap::{Args, ValueEnum};
use kernelet_fit::error::Result;
use kernelet_fit::reproduce::{Cell, li2019_table2, li2019_table3, liu2020_table3, schleif2017_table1};
use kernelet_fit::reproduce::{shahrampour2018_figure1, shahrampour2018_table3, shahrampour2018_table5};
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
    /// Fewer repeats, and of some tables fewer sizes.
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
    /// Liu, Huang, Chen, Yang and Suykens 2020, Table 3: accuracy, and seconds to generate features.
    #[value(name = "liu2020-table3")]
    Liu2020Table3,
    /// Schleif, Kaban and Tino 2017, Table 1: accuracy with all features and with the small set.
    #[value(name = "schleif2017-table1")]
    Schleif2017Table1,
    /// Shahrampour, Beirami and Tarokh 2018, Table 3: error and times of EERF and random features.
    #[value(name = "shahrampour2018-table3")]
    Shahrampour2018Table3,
    /// Shahrampour, Beirami and Tarokh 2018, Table 5: EERF against LKRF for three kinds of features.
    #[value(name = "shahrampour2018-table5")]
    Shahrampour2018Table5,
    /// Shahrampour, Beirami and Tarokh 2018, Figure 1: error against the number of features.
    #[value(name = "shahrampour2018-figure1")]
    Shahrampour2018Figure1,
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
                "{:13}{:21}{:13}{:>9}{:>9}{:>10}{:>10}{:>8}\n",
                "data", "method", "quantity", "features", "paper", "ours", "deviation", "repeats"
            ));
        }
        let each = |cell: &Cell| {
            if !json {
                output::print(&line(cell));
            }
        };
        let (folder, quick) = (&self.data, self.quick);
        let rows = match self.table {
            Table::Li2019Table2 => li2019_table2::measure(folder, quick, each)?,
            Table::Li2019Table3 => li2019_table3::measure(folder, quick, each)?,
            Table::Liu2020Table3 => liu2020_table3::measure(folder, quick, each)?,
            Table::Schleif2017Table1 => schleif2017_table1::measure(folder, quick, each)?,
            Table::Shahrampour2018Table3 => shahrampour2018_table3::measure(folder, quick, each)?,
            Table::Shahrampour2018Table5 => shahrampour2018_table5::measure(folder, quick, each)?,
            Table::Shahrampour2018Figure1 => shahrampour2018_figure1::measure(folder, quick, each)?,
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
    let Cell { data, method, quantity, features, mean, std, repeats, .. } = cell;
    format!("{data:13}{method:21}{quantity:13}{features:>9}{paper:>9}{mean:>10.3}{std:>10.3}{repeats:>8}{note}\n")
}
