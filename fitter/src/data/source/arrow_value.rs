//! The values of Arrow's arrays.

use super::value::Value;
use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_array::types::{Decimal128Type, Float16Type, Float32Type, Float64Type};
use arrow_array::types::{Int8Type, Int16Type, Int32Type, Int64Type};
use arrow_array::types::{UInt8Type, UInt16Type, UInt32Type, UInt64Type};
use arrow_schema::DataType;

/// Returns why columns of a type are not read, if they are not.
pub fn refusal(kind: &DataType) -> Option<String> {
    let what = match kind {
        DataType::Date32 | DataType::Date64 | DataType::Timestamp(..) => "dates",
        DataType::Time32(_) | DataType::Time64(_) | DataType::Duration(_) | DataType::Interval(_) => "times",
        DataType::Struct(_) | DataType::Union(..) | DataType::Map(..) => "nested values",
        DataType::List(_) | DataType::LargeList(_) | DataType::FixedSizeList(..) => "lists",
        DataType::ListView(_) | DataType::LargeListView(_) => "lists",
        DataType::Binary | DataType::LargeBinary | DataType::FixedSizeBinary(_) | DataType::BinaryView => "bytes",
        DataType::Dictionary(_, values) if !matches!(**values, DataType::Dictionary(..)) => return refusal(values),
        kind if is_read(kind) => return None,
        other => return Some(format!("the column holds {other}; numbers, truths and texts are read")),
    };
    Some(format!("the column holds {what}; numbers, truths and texts are read"))
}

fn is_read(kind: &DataType) -> bool {
    let is_text = matches!(kind, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View);
    let is_other = matches!(kind, DataType::Boolean | DataType::Null | DataType::Decimal128(..));
    is_text || is_other || kind.is_integer() || kind.is_floating()
}

/// Returns the value of an array in a row.
pub fn value(array: &dyn Array, row: usize) -> Value<'_> {
    if array.is_null(row) {
        return Value::Missing;
    }
    match array.data_type() {
        DataType::Float64 => Value::Real(array.as_primitive::<Float64Type>().value(row)),
        DataType::Float32 => Value::Real(array.as_primitive::<Float32Type>().value(row).into()),
        DataType::Float16 => Value::Real(array.as_primitive::<Float16Type>().value(row).into()),
        DataType::Decimal128(..) => {
            let text = array.as_primitive::<Decimal128Type>().value_as_string(row);
            text.parse().map_or(Value::Missing, Value::Real)
        }
        DataType::Boolean => Value::Truth(array.as_boolean().value(row)),
        DataType::Utf8 => Value::Text(array.as_string::<i32>().value(row)),
        DataType::LargeUtf8 => Value::Text(array.as_string::<i64>().value(row)),
        DataType::Utf8View => Value::Text(array.as_string_view().value(row)),
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary();
            match whole(dictionary.keys(), row).and_then(|key| usize::try_from(key).ok()) {
                Some(key) if key < dictionary.values().len() => value(dictionary.values().as_ref(), key),
                _ => Value::Missing,
            }
        }
        _ => whole(array, row).map_or(Value::Missing, Value::Whole),
    }
}

/// Returns a whole number of an array.
fn whole(array: &dyn Array, row: usize) -> Option<i128> {
    Some(match array.data_type() {
        DataType::Int8 => array.as_primitive::<Int8Type>().value(row).into(),
        DataType::Int16 => array.as_primitive::<Int16Type>().value(row).into(),
        DataType::Int32 => array.as_primitive::<Int32Type>().value(row).into(),
        DataType::Int64 => array.as_primitive::<Int64Type>().value(row).into(),
        DataType::UInt8 => array.as_primitive::<UInt8Type>().value(row).into(),
        DataType::UInt16 => array.as_primitive::<UInt16Type>().value(row).into(),
        DataType::UInt32 => array.as_primitive::<UInt32Type>().value(row).into(),
        DataType::UInt64 => array.as_primitive::<UInt64Type>().value(row).into(),
        _ => return None,
    })
}
