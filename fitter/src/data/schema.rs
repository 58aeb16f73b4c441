//! What a training file's columns mean.

use serde::{Deserialize, Serialize};

/// What a training file's columns mean: learnt once, then applied to every further file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Schema {
    /// The input columns, in the training file's order.
    pub fields: Vec<Field>,
    /// The target column.
    pub target: Target,
}

/// An input column.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Field {
    /// Its name in the header, by which further files are matched.
    pub name: String,
    /// What its cells mean.
    pub kind: Kind,
}

/// What the cells of an input column mean.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Numbers; empty, `NaN`, `NA` and `?` are missing.
    Number,
    /// Texts; empty and `NaN` are missing.
    Category {
        /// The distinct texts of the training file, sorted bytewise.
        levels: Vec<String>,
    },
}

/// The target column.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Target {
    /// Its name in the header.
    pub name: String,
    /// What its cells mean.
    pub kind: TargetKind,
}

/// What the cells of the target column mean.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TargetKind {
    /// A number to predict.
    Value,
    /// A class to tell.
    Class {
        /// The classes, sorted by value if they are numbers, else bytewise.
        labels: Vec<String>,
    },
}

impl Schema {
    /// The names of the numeric columns that the fields expand to, in order.
    pub fn names(&self) -> Vec<String> {
        self.fields.iter().flat_map(Field::names).collect()
    }

    /// Which of those columns are one-hot indicators.
    pub fn indicator(&self) -> Vec<bool> {
        let of = |field: &Field| {
            let text = matches!(field.kind, Kind::Category { .. });
            std::iter::repeat_n(text, field.kind.width())
        };
        self.fields.iter().flat_map(of).collect()
    }
}

impl Target {
    /// The classes, or `None` for a value.
    pub fn labels(&self) -> Option<&[String]> {
        match &self.kind {
            TargetKind::Class { labels } => Some(labels),
            TargetKind::Value => None,
        }
    }
}

impl Field {
    /// The names of its numeric columns: its own, or `name=level` for each indicator.
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
    /// The number of numeric columns that it takes.
    pub(super) fn width(&self) -> usize {
        match self {
            Kind::Number => 1,
            Kind::Category { .. } => self.indicated().len(),
        }
    }

    /// The levels that have an indicator: all, but of two only the second, which says everything.
    pub(super) fn indicated(&self) -> &[String] {
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
            target: Target { name: "y".into(), kind: TargetKind::Value },
        }
    }

    #[test]
    fn expands_categories() {
        assert_eq!(schema().names(), ["sex=m", "mass", "c=?", "c=x", "c=y"]);
        assert_eq!(schema().indicator(), [true, false, true, true, true]);
    }

    #[test]
    fn is_plain_in_json() {
        let json = serde_json::to_string(&schema()).unwrap();
        assert!(json.contains(r#"{"name":"mass","kind":"number"}"#), "{json}");
        assert!(json.contains(r#"{"name":"sex","kind":{"category":{"levels":["f","m"]}}}"#));
        assert_eq!(serde_json::from_str::<Schema>(&json).unwrap(), schema());
    }
}
