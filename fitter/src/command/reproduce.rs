//! `kernelet reproduce`.

use super::output;
use super::progress::Reporter;
use clap::{Args, ValueEnum};
use kernelet_fit::error::Result;
use kernelet_fit::reproduce::{Cell, li2019, liu2020, schleif2017, shahrampour2018};
use kernelet_fit::search::Progress;
use serde::Serialize;
use std::path::PathBuf;

/// The options of `reproduce`.
#[derive(Debug, Args)]
pub struct Reproduce {
    /// The table.
    #[arg(value_enum)]
    table: Table,
    /// The folder of data sets.
    #[arg(long, value_name = "FOLDER", help_heading = "Data")]
    data: PathBuf,
    /// Measure with fewer repeats, and of some tables fewer sizes.
    #[arg(long, help_heading = "Measurement")]
    quick: bool,
    /// Print one JSON object instead of a table.
    #[arg(long, help_heading = "Output")]
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
    /// Liu, Huang, Chen, Yang and Suykens 2020, Table 3: accuracy, and seconds to generate
    /// features.
    #[value(name = "liu2020-table3")]
    Liu2020Table3,
    /// Schleif, Kaban and Tino 2017, Table 1: accuracy with all features and with the small set.
    #[value(name = "schleif2017-table1")]
    Schleif2017Table1,
    /// Shahrampour, Beirami and Tarokh 2018, Table 3: error and times of EERF and of random
    /// features.
    #[value(name = "shahrampour2018-table3")]
    Shahrampour2018Table3,
    /// Shahrampour, Beirami and Tarokh 2018, Table 5: EERF against LKRF for three kinds of
    /// features.
    #[value(name = "shahrampour2018-table5")]
    Shahrampour2018Table5,
    /// Shahrampour, Beirami and Tarokh 2018, Figure 1: error against the number of features.
    #[value(name = "shahrampour2018-figure1")]
    Shahrampour2018Figure1,
}

/// All cells of a table.
#[derive(Serialize)]
struct Reproduction {
    rows: Vec<Cell>,
}

impl Reproduce {
    /// Measures the table and prints it, each line as soon as it is known.
    pub fn run(self) -> Result<()> {
        let (reporter, mut cells) = (Reporter::start(false, None), 0);
        reporter.trying("cell 1");
        let mut next = || {
            cells += 1;
            reporter.trying(&format!("cell {}", cells + 1));
        };
        if self.json {
            let rows = self.measure(|_| {
                next();
                Ok(())
            })?;
            reporter.end();
            output::print_json(&Reproduction { rows })
        } else {
            output::print_text(&Cell::header())?;
            let print = |cell: &Cell| {
                output::print_text(&cell.text())?;
                next();
                Ok(())
            };
            self.measure(print).map(drop)
        }
    }

    fn measure(&self, each: impl FnMut(&Cell) -> Result<()>) -> Result<Vec<Cell>> {
        let (folder, quick) = (&self.data, self.quick);
        match self.table {
            Table::Li2019Table2 => li2019::table2::measure(folder, quick, each),
            Table::Li2019Table3 => li2019::table3::measure(folder, quick, each),
            Table::Liu2020Table3 => liu2020::table3::measure(folder, quick, each),
            Table::Schleif2017Table1 => schleif2017::table1::measure(folder, quick, each),
            Table::Shahrampour2018Table3 => shahrampour2018::table3::measure(folder, quick, each),
            Table::Shahrampour2018Table5 => shahrampour2018::table5::measure(folder, quick, each),
            Table::Shahrampour2018Figure1 => shahrampour2018::figure1::measure(folder, quick, each),
        }
    }
}
