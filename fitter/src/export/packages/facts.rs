//! The facts about a model that templates name.

use crate::pack::ModelFile;
use kernelet::wire::{Sections, needed_features};

/// Facts, each with what stands for it.
pub(super) struct Facts([(&'static str, String); 4]);

impl Facts {
    /// Those of a model.
    pub fn about(file: &ModelFile, sections: &Sections<'_>) -> Facts {
        let features: Vec<String> = needed_features(file.model.bytes())
            .map(|needed| needed.names().map(|name| format!("{name:?}")).collect())
            .unwrap_or_default();
        Facts([
            ("@description@", description(file, sections)),
            ("@features@", features.join(", ")),
            ("@repository@", env!("CARGO_PKG_REPOSITORY").to_owned()),
            ("@version@", env!("CARGO_PKG_VERSION").to_owned()),
        ])
    }

    /// Returns the facts.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(fact, value)| (*fact, value.as_str()))
    }
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
