//! The columns of a file, as fields of a form.

use crate::data::{Field, Kind};
use crate::pack::Sheet;
use crate::quantise::InputScaling;
use serde::Serialize;

/// A column of a file.
#[derive(Serialize)]
pub struct FieldFacts<'a> {
    name: &'a str,
    /// The texts of a category.
    levels: Option<&'a [String]>,
    /// Those with an indicator of their own.
    indicated: Option<&'a [String]>,
    /// The least and the largest number of the training rows, where they are known.
    range: Option<[f64; 2]>,
    /// Whether numbers are whole.
    whole: bool,
}

/// Returns the columns of a file, in order.
pub fn fields<'a>(sheet: &'a Sheet) -> Vec<FieldFacts<'a>> {
    let names = sheet.schema.names();
    // of windows, ranges and scalings are those of features
    let is_plain = sheet.series.is_none();
    let of = |field: &'a Field| {
        let column =
            names.iter().position(|name| matches!(field, Field { name: own, kind: Kind::Number } if own == name));
        let column = column.filter(|_| is_plain);
        let range = column.zip(sheet.training.as_ref()).and_then(|(column, training)| *training.ranges.get(column)?);
        FieldFacts::of(field, range, column.and_then(|column| sheet.scalings.get(column)))
    };
    sheet.schema.fields.iter().map(of).collect()
}

impl<'a> FieldFacts<'a> {
    fn of(field: &'a Field, range: Option<[f64; 2]>, scaling: Option<&InputScaling>) -> FieldFacts<'a> {
        let is_whole =
            |scaling: &InputScaling| scaling.gain == 1.0 && scaling.offset == 0.0 && scaling.limits.is_none();
        let has_whole_ends = range.is_some_and(|range| range.iter().all(|end| end.fract() == 0.0));
        let (levels, indicated) = match &field.kind {
            Kind::Number => (None, None),
            Kind::Category { levels } => (Some(levels.as_slice()), Some(field.kind.indicated())),
        };
        FieldFacts {
            name: &field.name,
            levels,
            indicated,
            range,
            whole: has_whole_ends && scaling.is_some_and(is_whole),
        }
    }
}
