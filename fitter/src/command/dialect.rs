//! The options on how data files are read.

use clap::Args;
use kernelet_fit::data::{Decimal, Dialect, FirstLine, Names};

/// The options on how data files are read.
#[derive(Debug, Args)]
#[command(next_help_heading = "Data")]
pub struct DialectOptions {
    /// Take the first line as a row of data; the columns are then named c0, c1, ….
    #[arg(long)]
    no_header: bool,
    /// Take the first line as names, also where it looks like a row of data.
    #[arg(long, conflicts_with = "no_header")]
    header: bool,
    /// The decimal sign of numbers: . or , [default: a point].
    #[arg(long, value_name = "SIGN")]
    decimal: Option<Decimal>,
    /// Codes of missing values, separated by commas, such as -200,?.
    ///
    /// They count in every column, a number in all its spellings. Empty cells and NaN are missing
    /// anyway, and NA and ? in columns of numbers.
    #[arg(long, value_name = "CODES", allow_hyphen_values = true)]
    na: Vec<Names>,
}

impl DialectOptions {
    /// Returns how files are read.
    pub fn dialect(&self) -> Dialect {
        self.over(&Dialect::default())
    }

    /// Returns how files are read that are read in some way unless these options say otherwise.
    pub fn over(&self, known: &Dialect) -> Dialect {
        let first_line = match (self.no_header, self.header) {
            (true, _) => FirstLine::Data,
            (_, true) => FirstLine::Names,
            _ => known.first_line,
        };
        let codes = names(&self.na);
        let missing = if codes.is_empty() { known.missing.clone() } else { codes };
        Dialect { first_line, decimal: self.decimal.or(known.decimal), missing }
    }
}

/// Returns the names of all lists.
pub fn names(lists: &[Names]) -> Vec<String> {
    lists.iter().flat_map(|list| &list.0).cloned().collect()
}
