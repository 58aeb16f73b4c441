//! The bound on rounding errors, as text.

use crate::error::text::{shortest, significant};
use crate::pack::Guarantee;

/// Returns how far scores can be from those of real numbers.
pub fn guarantee(guarantee: &Guarantee) -> String {
    let Guarantee { score_bound, value_bound, kept, rows } = guarantee;
    let (score_bound, value_bound) = (shortest(score_bound.round()), significant(*value_bound, 4));
    let kept = kept.zip(*rows).map_or(String::new(), |(kept, rows)| {
        format!("; {kept} of {rows} rows certainly get the class of exact arithmetic")
    });
    format!("changes no score by more than {score_bound} units ({value_bound}){kept}")
}
