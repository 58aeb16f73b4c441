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
    /// Whole parts of recordings.
    Parts,
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
            Groups::Labelled(_) | Groups::Copied(_) => Kind::Groups,
            Groups::TimeSeries => Kind::TimeSeries,
            Groups::Independent | Groups::Blocked(_) => Kind::Random,
        };
        Split { kind, group: group.map(str::to_owned), sample: None }
    }

    /// Returns the split where groups are parts of recordings.
    pub fn of_parts(self, by_parts: bool) -> Split {
        let kind = match self.kind {
            Kind::Groups if by_parts => Kind::Parts,
            kind => kind,
        };
        Split { kind, ..self }
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
        let how = match self.kind {
            Kind::Random => "at random".to_owned(),
            Kind::Groups => match &self.group {
                Some(group) => format!("by whole groups of {group:?}"),
                None => "by whole groups".to_owned(),
            },
            Kind::Parts => "by whole parts of recordings".to_owned(),
            Kind::TimeSeries => "as the last in time".to_owned(),
            Kind::File => return None,
        };
        Some(format!("{rows} chosen {how}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_says_what_is_whole() {
        let groups = Groups::Labelled(vec![1, 2]);
        let text = |group: Option<&str>, by_parts| Split::of(&groups, group, false).of_parts(by_parts).text("rows");
        assert_eq!(text(Some("who"), false).as_deref(), Some("rows chosen by whole groups of \"who\""));
        assert_eq!(text(None, false).as_deref(), Some("rows chosen by whole groups"));
        assert_eq!(text(None, true).as_deref(), Some("rows chosen by whole parts of recordings"));
        assert_eq!(Split::of(&groups, None, true).of_parts(true).text("rows"), None);
    }
}
