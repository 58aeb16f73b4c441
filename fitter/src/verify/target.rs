//! What a model is verified on, and in which language.

use super::core::{CORES, Core};
use clap::ValueEnum;
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// What a model is verified on.
#[derive(Clone, Debug)]
pub enum Target {
    /// An emulated core.
    Core(&'static Core),
    /// A board behind its probe, by the name that probe-rs has for its chip.
    Probe(String),
    /// A board that answers at a serial port.
    Serial(String),
}

/// The language of the firmware.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// The runtime crate.
    Rust,
    /// The model exported as C.
    C,
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Target, String> {
        if let Some(core) = CORES.iter().find(|core| [core.name, core.short].contains(&text)) {
            return Ok(Target::Core(core));
        }
        match text.split_once(':') {
            Some(("probe", chip)) if !chip.is_empty() => Ok(Target::Probe(chip.to_owned())),
            Some(("serial", port)) if !port.is_empty() => Ok(Target::Serial(port.to_owned())),
            _ => {
                let names: Vec<&str> = CORES.iter().map(|core| core.name).collect();
                Err(format!("is none of {}, probe:CHIP, serial:PORT", names.join(", ")))
            }
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Core(core) => f.write_str(core.name),
            Target::Probe(chip) => write!(f, "probe:{chip}"),
            Target::Serial(port) => write!(f, "serial:{port}"),
        }
    }
}

impl Serialize for Target {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Language::Rust => "Rust",
            Language::C => "C",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_have_long_and_short_names() {
        let name = |text: &str| text.parse::<Target>().map(|target| target.to_string());
        assert_eq!(name("m3"), Ok("cortex-m3".into()));
        assert_eq!(name("cortex-m3"), Ok("cortex-m3".into()));
        assert_eq!(name("serial:/dev/ttyACM0"), Ok("serial:/dev/ttyACM0".into()));
        assert!(name("m4f").is_err() && name("probe:").is_err());
    }
}
