//! The section on exactness: what is certain about rounding, and what it costs.

use super::block::Section;
use super::subject::Subject;
use crate::report::guarantee::guarantee;

/// Returns the section.
pub fn section(subject: &Subject<'_>) -> Section {
    let section = Section::new("exactness", "Rounding and certainty");
    let section = section.text(
        "The device answers with the bits that this report was made from: the fit measures the packed model by the device's own code.",
    );
    match subject.summary.certificate() {
        Some(certificate) => section.text(format!("Certificate: rounding {}.", guarantee(certificate))),
        None => section
            .note("There is no certificate of this model: it covers fixed point with stored rows, without logarithms."),
    }
}
