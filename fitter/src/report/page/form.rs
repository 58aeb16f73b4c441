//! The form of a report.

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A page with everything in one file.
    Html,
    /// Tables for pull requests.
    Markdown,
}
