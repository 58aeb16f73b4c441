//! `kernelet reproduce`.

use super::output;
use super::progress::Reporter;
use super::values::svg;
use clap::{Args, ValueEnum};
use kernelet_fit::error::Result;
use kernelet_fit::pack::output::{Files, write_all};
use kernelet_fit::reproduce::{Cell, CellFile, Scope, Steps, figure, li2019, liu2020, schleif2017, shahrampour2018};
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
    /// Measure these data sets of the table alone, by their names in it, separated by commas.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help_heading = "Measurement")]
    sets: Vec<String>,
    /// Measure these methods alone, separated by commas: by their names in the table, without what
    /// follows a comma there.
    ///
    /// Of schleif2017-table1 there are small, with all its columns, and "svm exact"; of
    /// liu2020-scaling there is lambda.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help_heading = "Measurement")]
    methods: Vec<String>,
    /// Measure with these numbers of features alone, separated by commas.
    #[arg(long, value_name = "COUNTS", value_delimiter = ',', help_heading = "Measurement")]
    features: Vec<usize>,
    /// Write the cells to a CSV file, each as soon as it is measured.
    ///
    /// Where the file has cells of the same table already, the command goes on after them.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    csv: Option<PathBuf>,
    /// Draw the cells as SVG, over the paper's figures.
    ///
    /// There is a plot for each data set and quantity; dashes are the paper's figures, bands one
    /// standard deviation of ours.
    #[arg(long, value_name = "FILE", help_heading = "Output", value_parser = svg)]
    plot: Option<PathBuf>,
    /// Print one JSON object instead of a table.
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// A table of a paper.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Table {
    /// Li, Zhang, Wang and Kumar 2019, Claim 1: the density of spectral samples that is best for
    /// Gaussian inputs.
    #[value(name = "li2019-claim1")]
    Li2019Claim1,
    /// Li, Zhang, Wang and Kumar 2019, Figure 1: the weights that are learnt for a grid of spectral
    /// samples.
    #[value(name = "li2019-figure1")]
    Li2019Figure1,
    /// Li, Zhang, Wang and Kumar 2019, Table 2: relative errors of the approximate kernel.
    #[value(name = "li2019-table2")]
    Li2019Table2,
    /// Li, Zhang, Wang and Kumar 2019, Figure 2: error of the learned kernel against the number of
    /// landmarks.
    #[value(name = "li2019-figure2")]
    Li2019Figure2,
    /// Li, Zhang, Wang and Kumar 2019, Table 3: errors of a linear predictor.
    #[value(name = "li2019-table3")]
    Li2019Table3,
    /// Liu, Huang, Chen, Yang and Suykens 2020, Table 3 and Figure 1: accuracy, seconds to generate
    /// features, and the error of the kernel.
    #[value(name = "liu2020-table3")]
    Liu2020Table3,
    /// Liu, Huang, Chen, Yang and Suykens 2020, plain features of Table 3: distance to the paper by
    /// the scale of the inputs and the regularisation.
    #[value(name = "liu2020-scaling")]
    Liu2020Scaling,
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
    /// Shahrampour, Beirami and Tarokh 2018, Figures 1 and 2: error against the number of features,
    /// and against time.
    #[value(name = "shahrampour2018-figure1")]
    Shahrampour2018Figure1,
    /// Shahrampour, Beirami and Tarokh 2018, Figure 3: error against the number of features, with
    /// other kernels.
    #[value(name = "shahrampour2018-figure3")]
    Shahrampour2018Figure3,
}

/// All cells of a table.
#[derive(Serialize)]
struct Reproduction {
    rows: Vec<Cell>,
}

impl Reproduce {
    /// Measures the table and prints it, each line as soon as it is known.
    pub fn run(self) -> Result<()> {
        self.files().check()?;
        let Reproduce { data, quick, sets, methods, features, .. } = &self;
        let scope = Scope { folder: data, quick: *quick, sets, methods, features };
        if !methods.is_empty() || !features.is_empty() {
            let mut listed = Steps::listed(&scope);
            self.measure(&scope, &mut listed)?;
            listed.check()?;
        }
        let (file, known) = self.csv.as_deref().map(|path| CellFile::open(path, self.name())).transpose()?.unzip();
        let (mut file, known): (Option<CellFile>, Vec<Vec<Cell>>) = (file, known.unwrap_or_default());
        let (reporter, mut count) = (Reporter::start(false, None), 0);
        reporter.trying("cell 1");
        if !self.json {
            output::print_text(&Cell::header())?;
        }
        let mut hear = |cells: &[Cell], is_new: bool| {
            file.as_mut().filter(|_| is_new).map_or(Ok(()), |file| file.add(cells))?;
            if !self.json {
                cells.iter().try_for_each(|cell| output::print_text(&cell.text()))?;
            }
            count += cells.len();
            reporter.trying(&format!("cell {}", count + 1));
            Ok(())
        };
        let mut steps = Steps::new(&scope, known, &mut hear);
        self.measure(&scope, &mut steps)?;
        let rows = steps.into_cells();
        reporter.end();
        if let Some(path) = &self.plot {
            let figure = match self.table {
                Table::Li2019Figure1 => li2019::figure1::figure(&scope)?,
                _ => figure(&rows),
            };
            write_all(&[(path, figure.as_bytes())])?;
        }
        if self.json { output::print_json(&Reproduction { rows }) } else { Ok(()) }
    }

    fn files(&self) -> Files {
        let files = self.csv.iter().fold(Files::default().prints(), |files, csv| files.writes("--csv", csv));
        self.plot.iter().fold(files, |files, plot| files.writes("--plot", plot))
    }

    /// The name of the table, and how thoroughly it is measured.
    fn name(&self) -> (String, String) {
        let name = self.table.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned());
        let run = if self.quick { "quick" } else { "whole" };
        let features: Vec<String> = self.features.iter().map(ToString::to_string).collect();
        let only = [&self.sets, &self.methods, &features].map(|names| names.join(" ")).join("/");
        (name, if only == "//" { run.to_owned() } else { format!("{run} {only}") })
    }

    fn measure(&self, scope: &Scope<'_>, steps: &mut Steps<'_>) -> Result<()> {
        match self.table {
            Table::Li2019Claim1 => li2019::claim1::measure(scope, steps),
            Table::Li2019Figure1 => li2019::figure1::measure(scope, steps),
            Table::Li2019Table2 => li2019::table2::measure(scope, steps),
            Table::Li2019Figure2 => li2019::figure2::measure(scope, steps),
            Table::Li2019Table3 => li2019::table3::measure(scope, steps),
            Table::Liu2020Table3 => liu2020::table3::measure(scope, steps),
            Table::Liu2020Scaling => liu2020::scaling::measure(scope, steps),
            Table::Schleif2017Table1 => schleif2017::table1::measure(scope, steps),
            Table::Shahrampour2018Table3 => shahrampour2018::table3::measure(scope, steps),
            Table::Shahrampour2018Table5 => shahrampour2018::table5::measure(scope, steps),
            Table::Shahrampour2018Figure1 => shahrampour2018::figure1::measure(scope, steps),
            Table::Shahrampour2018Figure3 => shahrampour2018::figure3::measure(scope, steps),
        }
    }
}
