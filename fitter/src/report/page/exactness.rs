//! The section on exactness: what is certain about rounding, and what it costs.

use super::part::Section;
use super::subject::Subject;
use crate::error::text::significant;
use crate::metrics::Rounding;
use crate::report::figure::{share, thousands};
use crate::report::guarantee::guarantee;

/// Returns the section.
pub fn section(subject: &Subject<'_>) -> Section {
    let section = Section::new("exactness", "Rounding and certainty");
    let section = section.text(
        "The device answers with the bits that this report was made from: the fit measures the packed model by the device's own code.",
    );
    let (table, on) = subject.rows();
    let section = match Rounding::of(subject.file(), table) {
        Some(rounding) => section.text(words(&rounding, on)),
        None => section,
    };
    match subject.summary.certificate() {
        Some(certificate) => section.text(format!("Certificate: rounding {}.", guarantee(certificate))),
        None => section
            .note("There is no certificate of this model: it covers fixed point with stored rows, without logarithms."),
    }
}

/// What rounding changes on some rows.
fn words(rounding: &Rounding, on: &str) -> String {
    let rows = thousands(rounding.rows as u64);
    match rounding.changed {
        Some(changed) => format!(
            "{} of {rows} {on} are answered right by the device, and {} by the same parameters in real numbers, without any rounding of inputs, angles, cosines and features. {} another class.",
            share(1.0 - rounding.device),
            share(1.0 - rounding.real),
            match changed {
                0 => "No row gets".to_owned(),
                1 => "One row gets".to_owned(),
                some => format!("{} rows get", thousands(some as u64)),
            }
        ),
        None => format!(
            "On {rows} {on} the root mean square error is {} on the device, and {} by the same parameters in real numbers, without any rounding of inputs, angles, cosines and features.",
            significant(rounding.device, 5),
            significant(rounding.real, 5)
        ),
    }
}
