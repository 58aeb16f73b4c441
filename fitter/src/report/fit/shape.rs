//! The shape of a packed model.

use crate::fit::Fitted;
use crate::recipe::Number;
use crate::report::table::Line;
use serde::Serialize;

/// The inputs, outputs and bytes of a packed model.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ShapeSummary {
    inputs: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logarithms: Vec<String>,
    outputs: usize,
    classes: Option<Vec<String>>,
    number: Number,
    bytes: usize,
}

impl ShapeSummary {
    pub fn of(fitted: &Fitted) -> ShapeSummary {
        let (file, device) = (&fitted.file, fitted.file.device());
        ShapeSummary {
            inputs: device.header().inputs.into(),
            logarithms: file.sheet.logarithms().map(str::to_owned).collect(),
            outputs: device.header().outputs.into(),
            classes: file.sheet.schema.target.labels().map(<[String]>::to_vec),
            number: file.sheet.recipe.number.unwrap_or(Number::Q7),
            bytes: file.model.bytes().len(),
        }
    }

    /// Returns the number of classes, as what follows the task.
    pub fn classes(&self) -> String {
        self.classes.as_ref().map_or(String::new(), |classes| format!(" of {} classes", classes.len()))
    }

    pub fn lines(&self) -> Vec<Line> {
        let mut lines = vec![
            ("number", self.number.to_string()),
            ("size", format!("{} bytes, {} inputs, {} outputs", self.bytes, self.inputs, self.outputs)),
        ];
        if !self.logarithms.is_empty() {
            lines.push(("logarithms", format!("of {}", self.logarithms.join(", "))));
        }
        lines
    }
}
