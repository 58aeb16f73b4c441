//! The report of a fit for people: one page, or Markdown for a pull request.

mod calibration;
mod confusion;
mod cost;
mod data;
mod exactness;
mod form;
mod headline;
mod html;
mod inputs;
mod markdown;
mod models;
mod origin;
mod part;
mod permuted;
mod repeat;
mod residuals;
mod subject;
mod tradeoff;
pub mod trial;
mod tried;
mod verified;

pub use form::Form;
pub use origin::{Origin, Source};
pub use subject::Subject;
pub use verified::{no_report, with_verification};

use headline::Headline;

/// Returns the report of a fit.
pub fn report(subject: &Subject<'_>, form: Form) -> String {
    let answers = confusion::section(subject).or_else(|| residuals::section(subject));
    let sections = [Some(data::section(subject)), Some(tried::section(subject)), answers];
    let further = [calibration::section(subject), Some(inputs::section(subject)), Some(exactness::section(subject))];
    let last = [Some(cost::section(subject)), Some(repeat::section(subject))];
    let sections: Vec<_> = sections.into_iter().chain(further).chain(last).flatten().collect();
    let headline = Headline::of(subject);
    match form {
        Form::Html => html::page(&headline, &sections, &subject.trial()),
        Form::Markdown => markdown::markdown(&headline, &sections),
    }
}
