//! The groups of the rows that `fit` reads.

use kernelet_fit::data::{DataFile, Groups, Table, neighbours};
use kernelet_fit::error::{Error, Result};

/// The groups of training and test rows, and a remark on them.
pub struct FoundGroups {
    pub train: Groups,
    pub test: Groups,
    pub remark: Option<String>,
}

impl FoundGroups {
    /// The groups of independent rows, or of a recording whose rows are like their neighbours.
    pub fn neighbours(table: &Table) -> FoundGroups {
        let remark = neighbours(table);
        let train = if remark.is_some() { Groups::blocked(table.rows()) } else { Groups::Independent };
        FoundGroups { train, test: Groups::Independent, remark }
    }

    /// The groups of time series.
    pub fn time_series() -> FoundGroups {
        FoundGroups { train: Groups::TimeSeries, test: Groups::TimeSeries, remark: None }
    }

    /// The groups that a column names, of which the training data must have at least `least`.
    pub fn named(column: &str, train: &DataFile, test: Option<&DataFile>, least: usize) -> Result<FoundGroups> {
        let (groups, names) = Groups::read(train, column)?;
        if names.len() < least {
            let found = names.len();
            let reason = "to fit to some and validate on others";
            return Err(Error::Usage(format!("--group: {column:?} names {found}, and needs {least} groups {reason}")));
        }
        let (tested, remark) = match test {
            None => (Groups::Independent, None),
            Some(test) if test.column(column.trim()).is_none() => {
                let remark = "the test file lacks the column of groups: some of its groups may be in the training data";
                (Groups::Independent, Some(remark.to_owned()))
            }
            Some(test) => {
                let (groups, tested) = Groups::read(test, column)?;
                let both = tested.iter().filter(|name| names.contains(name)).count();
                let remark = || format!("{both} of {} groups of test rows are in the training data", tested.len());
                (groups, (both > 0).then(remark))
            }
        };
        Ok(FoundGroups { train: groups, test: tested, remark })
    }
}
