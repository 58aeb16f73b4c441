//! The runtime as a dependency of firmware.

use crate::pack::sheet::ModelFile;
use kernelet::Contract;
use kernelet::kind::Kind;

/// Returns the features of the crate `kernelet` that a model needs, in alphabetical order.
pub fn runtime_features(file: &ModelFile) -> Vec<&'static str> {
    let device = file.device();
    let cosine = match file.contract() {
        Contract::F32Libm => Some("libm"),
        Contract::F32Micromath => Some("micromath"),
        _ => None,
    };
    let kinds = device.parts().into_iter().filter_map(|(kind, _)| Kind::feature(kind));
    let answers = [
        (device.logarithms() > 0, "logarithms"),
        (device.has_probabilities(), "probability"),
        (device.has_novelty(), "novelty"),
        (device.checkpoints() > 0, "early"),
    ];
    let answers = answers.into_iter().filter(|(needed, _)| *needed).map(|(_, name)| name);
    let mut names: Vec<_> = cosine.into_iter().chain(kinds).chain(answers).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Returns the line of `Cargo.toml` for firmware that needs these features of the runtime.
pub fn dependency(features: &[&str]) -> String {
    let version = concat!(env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"));
    match features {
        [] => format!("kernelet = \"{version}\""),
        features => format!("kernelet = {{ version = \"{version}\", features = {features:?} }}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_named_where_there_are_any() {
        assert!(dependency(&[]).starts_with("kernelet = \""));
        assert!(dependency(&["early", "ferns"]).ends_with("features = [\"early\", \"ferns\"] }"));
    }
}
