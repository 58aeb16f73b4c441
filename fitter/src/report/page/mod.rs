//! The report of a fit for people: one page, or Markdown for a pull request.

mod block;
mod cost;
mod data;
mod exactness;
mod headline;
mod html;
mod markdown;
mod origin;
mod repeat;
mod subject;
mod tried;

pub use origin::{Origin, Source};
pub use subject::Subject;

use headline::Headline;

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A page with everything in one file.
    Html,
    /// Tables for pull requests.
    Markdown,
}

/// Returns the report of a fit.
pub fn report(subject: &Subject<'_>, form: Form) -> String {
    let sections = [
        data::section(subject),
        tried::section(subject),
        exactness::section(subject),
        cost::section(subject),
        repeat::section(subject),
    ];
    let headline = Headline::of(subject);
    match form {
        Form::Html => html::page(&headline, &sections),
        Form::Markdown => markdown::markdown(&headline, &sections),
    }
}
