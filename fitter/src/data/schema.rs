//! The meaning of a training file's columns.

use super::dialect::Dialect;
use super::level::level;
use super::names::Names;
use super::table::ColumnKind;
use crate::error::Error;
use serde::{Deserialize, Serialize};

/// The meaning of a training file's columns: learned once, then applied to every other file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Schema {
    /// The input columns, in the order of the training file.
    pub fields: Vec<Field>,
    /// The target column.
    pub target: Target,
    /// How the training file is read, and other files unless they say otherwise.
    #[serde(default, skip_serializing_if = "Dialect::is_default")]
    pub dialect: Dialect,
}

/// An input column.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Field {
    /// The name in the header, by which other files are matched.
    pub name: String,
    /// The kind of the cells.
    pub kind: Kind,
}

/// The kind of an input column's cells.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Numbers; empty cells, `NaN`, `NA` and `?` are missing.
    Number,
    /// Texts; empty cells and `NaN` are missing.
    Category {
        /// The distinct texts of the training file, sorted bytewise.
        levels: Vec<String>,
    },
}

/// The target column.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Target {
    /// The name in the header.
    pub name: String,
    /// The kind of the cells.
    pub kind: TargetKind,
    /// The names of further targets, which have values too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub further: Vec<String>,
}

/// The kind of the target column's cells.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TargetKind {
    /// Numbers, for a regression.
    Value,
    /// Classes, for a classification.
    Class {
        /// The labels of the classes, sorted by value if all are numbers, otherwise bytewise;
        /// behind them those that a prepared model is to learn.
        labels: Vec<String>,
    },
}

impl Schema {
    /// Returns the names of the numeric columns that the fields expand to, in order.
    pub fn names(&self) -> Vec<String> {
        self.fields.iter().flat_map(Field::names).collect()
    }

    /// Returns the schema with some of the fields alone, by their places.
    ///
    /// # Panics
    /// If a place is out of bounds.
    pub fn keep(&self, fields: &[usize]) -> Schema {
        Schema { fields: fields.iter().map(|&field| self.fields[field].clone()).collect(), ..self.clone() }
    }

    /// Returns the places of the numeric columns that some of the fields expand to.
    pub fn columns_of(&self, fields: &[usize]) -> Vec<usize> {
        let mut first = 0;
        let ranges: Vec<std::ops::Range<usize>> = self
            .fields
            .iter()
            .map(|field| {
                let range = first..first + field.kind.width();
                first = range.end;
                range
            })
            .collect();
        fields.iter().flat_map(|&field| ranges[field].clone()).collect()
    }

    /// Returns the kind of each of those columns.
    pub fn kinds(&self) -> Vec<ColumnKind> {
        let of = |field: &Field| {
            let kind = match field.kind {
                Kind::Category { .. } => ColumnKind::Indicator,
                Kind::Number => ColumnKind::Number,
            };
            std::iter::repeat_n(kind, field.kind.width())
        };
        self.fields.iter().flat_map(of).collect()
    }
}

impl Target {
    /// Returns the names of all targets.
    pub fn names(&self) -> Vec<&str> {
        std::iter::once(&self.name).chain(&self.further).map(String::as_str).collect()
    }

    /// Returns the target under another name; several under as many names, separated by commas and
    /// quoted as in CSV.
    ///
    /// # Errors
    /// [`Error::Usage`] where there are not as many names as targets.
    pub fn renamed(self, names: &str) -> Result<Target, Error> {
        if self.further.is_empty() {
            return Ok(Target { name: names.to_owned(), ..self });
        }
        let Names(names) = names.parse().map_err(|why| Error::Usage(format!("--target: {why}")))?;
        match names.split_first() {
            Some((name, further)) if further.len() == self.further.len() => {
                Ok(Target { name: name.clone(), further: further.to_vec(), ..self })
            }
            _ => Err(Error::Usage(format!("--target: the model has {} targets", 1 + self.further.len()))),
        }
    }

    /// Returns the labels of the classes; `None` for values.
    pub fn labels(&self) -> Option<&[String]> {
        match &self.kind {
            TargetKind::Class { labels } => Some(labels),
            TargetKind::Value => None,
        }
    }
}

impl Field {
    /// Returns the names of the field's numeric columns: its own, or `name=level` for each
    /// indicator.
    fn names(&self) -> Vec<String> {
        match &self.kind {
            Kind::Number => vec![self.name.clone()],
            Kind::Category { .. } => {
                let indicated = self.kind.indicated().iter();
                indicated.map(|level| format!("{}={level}", self.name)).collect()
            }
        }
    }
}

impl Kind {
    /// The number of numeric columns that the field expands to.
    pub(super) fn width(&self) -> usize {
        match self {
            Kind::Number => 1,
            Kind::Category { .. } => self.indicated().len(),
        }
    }

    /// Returns the level that a text stands for, if there is one.
    pub(super) fn level(&self, text: &str) -> Option<&str> {
        match self {
            Kind::Number => None,
            Kind::Category { levels } => level(levels, text),
        }
    }

    /// Returns the levels with an indicator: all of them, or the second of two, which decides both.
    pub fn indicated(&self) -> &[String] {
        match self {
            Kind::Number => &[],
            Kind::Category { levels } if levels.len() == 2 => &levels[1..],
            Kind::Category { levels } => levels,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn category(name: &str, levels: &[&str]) -> Field {
        Field { name: name.into(), kind: Kind::Category { levels: levels.iter().map(|&level| level.into()).collect() } }
    }

    fn schema() -> Schema {
        let mass = Field { name: "mass".into(), kind: Kind::Number };
        Schema {
            fields: vec![category("sex", &["f", "m"]), mass, category("c", &["?", "x", "y"])],
            target: Target { name: "y".into(), kind: TargetKind::Value, further: vec![] },
            dialect: Dialect::default(),
        }
    }

    #[test]
    fn categories_expand_to_indicators() {
        assert_eq!(schema().names(), ["sex=m", "mass", "c=?", "c=x", "c=y"]);
        let [number, text] = [ColumnKind::Number, ColumnKind::Indicator];
        assert_eq!(schema().kinds(), [text, number, text, text, text]);
    }

    #[test]
    fn some_fields_are_kept_with_their_columns() {
        let kept = schema().keep(&[0, 2]);
        assert_eq!(
            (kept.names(), schema().columns_of(&[0, 2])),
            (["sex=m", "c=?", "c=x", "c=y"].map(str::to_owned).to_vec(), vec![0, 2, 3, 4])
        );
    }

    #[test]
    fn the_json_is_plain() {
        let json = serde_json::to_string(&schema()).unwrap();
        assert!(json.contains(r#"{"name":"mass","kind":"number"}"#), "{json}");
        assert!(json.contains(r#"{"name":"sex","kind":{"category":{"levels":["f","m"]}}}"#));
        assert_eq!(serde_json::from_str::<Schema>(&json).unwrap(), schema());
    }
}
