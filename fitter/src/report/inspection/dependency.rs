//! The runtime as a dependency of firmware.

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
