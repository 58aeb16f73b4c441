//! The split between training rows and rows held out.

use crate::data::Groups;
use serde::Serialize;

/// The kind of split, with the column of groups if there is one.
#[derive(Clone, Debug, Serialize)]
pub struct Split {
    #[serde(rename = "split")]
    kind: Kind,
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sample: Option<SampledRows>,
}

/// The rows that a model was learned from, where these are a sample.
#[derive(Clone, Copy, Debug, Serialize)]
struct SampledRows {
    rows: usize,
    of: usize,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    /// Rows at random.
    Random,
    /// Whole groups.
    Groups,
    /// The last rows of a time series.
    TimeSeries,
    /// A file of test rows.
    File,
}

impl Split {
    /// The split of rows in groups, which are named by the column `group`; the test rows may be a
    /// file.
    pub fn of(groups: &Groups, group: Option<&str>, is_file: bool) -> Split {
        let kind = match groups {
            _ if is_file => Kind::File,
            Groups::Labelled(_) => Kind::Groups,
            Groups::TimeSeries => Kind::TimeSeries,
            Groups::Independent | Groups::Blocked(_) => Kind::Random,
        };
        Split { kind, group: group.map(str::to_owned), sample: None }
    }

    /// Returns the split of a sample of so many rows `of` all.
    pub fn sampled(self, rows: usize, of: usize) -> Split {
        Split { sample: (rows < of).then_some(SampledRows { rows, of }), ..self }
    }

    /// Returns a remark on the sample, where the rows are one.
    pub fn remark(&self) -> Option<String> {
        let SampledRows { rows, of } = self.sample?;
        Some(format!(
            "the model is learned from a random sample of {rows} of the {of} rows; --sample-rows sets another number"
        ))
    }

    /// Returns how these rows were chosen; none for a file.
    pub(crate) fn text(&self, rows: &str) -> Option<String> {
        let group = self.group.as_deref().unwrap_or_default();
        let how = match self.kind {
            Kind::Random => "at random".to_owned(),
            Kind::Groups => format!("by whole groups of {group:?}"),
            Kind::TimeSeries => "as the last in time".to_owned(),
            Kind::File => return None,
        };
        Some(format!("{rows} chosen {how}"))
    }
}
