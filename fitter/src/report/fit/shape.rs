//! The shape of a packed model.

use crate::error::text::counted;
use crate::fit::Fitted;
use crate::report::inspection::{Contents, Windows, steady_line};
use crate::report::table::Line;
use serde::Serialize;

/// The contents and the bytes of a packed model.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ShapeSummary {
    #[serde(flatten)]
    contents: Contents,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logarithms: Vec<String>,
    classes: Option<Vec<String>>,
    bytes: usize,
}

impl ShapeSummary {
    pub fn of(fitted: &Fitted) -> ShapeSummary {
        let file = &fitted.file;
        ShapeSummary {
            contents: Contents::of(file),
            logarithms: file.sheet.logarithms().map(str::to_owned).collect(),
            classes: file.sheet.schema.target.labels().map(<[String]>::to_vec),
            bytes: file.model.bytes().len(),
        }
    }

    /// Returns the task, with the number of classes.
    pub fn task(&self) -> String {
        let classes = self.classes.as_ref().map_or(String::new(), |classes| format!(" of {} classes", classes.len()));
        format!("{}{classes}", self.contents.task)
    }

    pub fn lines(&self) -> Vec<Line> {
        let Contents { number, inputs, outputs, .. } = &self.contents;
        let mut lines = vec![
            ("number", number.to_string()),
            (
                "size",
                format!(
                    "{} bytes, {}, {}",
                    self.bytes,
                    counted((*inputs).into(), "input"),
                    counted((*outputs).into(), "output")
                ),
            ),
        ];
        lines.extend(self.contents.series.as_ref().map(Windows::line));
        lines.extend(self.contents.steady.as_ref().and_then(steady_line));
        if !self.logarithms.is_empty() {
            lines.push(("logarithms", format!("of {}", self.logarithms.join(", "))));
        }
        lines
    }
}
