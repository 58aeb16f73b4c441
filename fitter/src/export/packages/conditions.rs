//! What lines of templates depend on.

use kernelet::Task;
use kernelet::wire::Sections;

/// The conditions that hold for a model.
#[derive(Debug)]
pub(super) struct Conditions(pub Vec<&'static str>);

/// The number of inputs beside the features of windows.
pub(super) fn others(sections: &Sections<'_>) -> u16 {
    sections.window.map_or(0, |window| sections.header.inputs - window.features)
}

impl Conditions {
    /// Those of a model: `windows` of a stream, `others` beside their features, `steady` answers,
    /// and one of `class`, `value` and `values`.
    pub fn about(sections: &Sections<'_>) -> Conditions {
        let answer = match (sections.header.task, sections.header.outputs) {
            (Task::Classification, _) => "class",
            (Task::Regression, 1) if sections.values.is_none() => "value",
            (Task::Regression, _) => "values",
        };
        let windows = sections.window.map(|_| "windows");
        let steady = sections.steady.map(|_| "steady");
        let others = if others(sections) > 0 { Some("others") } else { None };
        Conditions([Some(answer), windows, others, steady].into_iter().flatten().collect())
    }

    /// Returns true where the condition holds.
    pub fn hold(&self, name: &str) -> bool {
        self.0.contains(&name)
    }
}
