//! The facts about a model that templates name.

use super::conditions::others;
use crate::pack::ModelFile;
use kernelet::wire::{Sections, needed_features};

/// Facts, each with what stands for it.
pub(super) struct Facts([(&'static str, String); 6]);

impl Facts {
    /// Those of a model.
    pub fn about(file: &ModelFile, sections: &Sections<'_>) -> Facts {
        let features: Vec<String> = needed_features(file.model.bytes())
            .map(|needed| needed.names().map(|name| format!("{name:?}")).collect())
            .unwrap_or_default();
        Facts([
            ("@description@", description(file, sections)),
            ("@features@", features.join(", ")),
            ("@interval@", interval(file)),
            ("@others@", others(sections).to_string()),
            ("@repository@", env!("CARGO_PKG_REPOSITORY").to_owned()),
            ("@version@", env!("CARGO_PKG_VERSION").to_owned()),
        ])
    }

    /// Returns the facts.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(fact, value)| (*fact, value.as_str()))
    }
}

/// The time from one training sample to the next, in the unit of the training file, where it is
/// known.
fn interval(file: &ModelFile) -> String {
    let clock = file.sheet.series.as_ref().and_then(|signal| signal.cut.as_ref()?.clock.as_ref());
    clock.map_or(String::new(), |clock| format!(", whose clock rises by {} a sample", clock.digits()))
}

/// A sentence in plain words that every format of manifests takes as it is.
fn description(file: &ModelFile, sections: &Sections<'_>) -> String {
    let what = match file.sheet.schema.target.labels() {
        Some(labels) => format!("one of {} classes", labels.len()),
        None if sections.header.outputs == 1 => "a value".to_owned(),
        None => format!("{} values", sections.header.outputs),
    };
    let of = match &sections.window {
        Some(window) => format!("windows of {} samples of {} channels", window.length, window.channels()),
        None => format!("{} inputs", sections.header.inputs),
    };
    format!("A model by Kernelet, which predicts {what} from {of}")
}
