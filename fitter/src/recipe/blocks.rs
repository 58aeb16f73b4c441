//! What a model is made of.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// What a model is made of: everything adds into the same scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocks {
    /// What comes first.
    pub base: Base,
    /// Whether ferns explain what that leaves.
    pub ferns: bool,
}

/// What the scores begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// The mean.
    Constant,
    /// The inputs times weights.
    Linear,
    /// Features of a kernel.
    Features,
}

impl Blocks {
    /// All that there are, the simplest first.
    pub const ALL: [Blocks; 5] = [
        Blocks::LINEAR,
        Blocks::FEATURES,
        Blocks::FERNS,
        Blocks { base: Base::Linear, ferns: true },
        Blocks::FEATURES_AND_FERNS,
    ];
    /// How much there is to understand: a linear part counts once, features and ferns twice each.
    pub fn count(self) -> f64 {
        let base = match self.base {
            Base::Constant => 0.0,
            Base::Linear => 1.0,
            Base::Features => 2.0,
        };
        base + if self.ferns { 2.0 } else { 0.0 }
    }

    /// A linear model.
    pub const LINEAR: Blocks = Blocks { base: Base::Linear, ferns: false };
    /// Features of a kernel alone.
    pub const FEATURES: Blocks = Blocks { base: Base::Features, ferns: false };
    /// Ferns alone.
    pub const FERNS: Blocks = Blocks { base: Base::Constant, ferns: true };
    /// Features of a kernel, and ferns on what they leave.
    pub const FEATURES_AND_FERNS: Blocks = Blocks { base: Base::Features, ferns: true };
}

impl fmt::Display for Blocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match (self.base, self.ferns) {
            (Base::Linear, false) => "linear",
            (Base::Features, false) => "cosine",
            (Base::Linear, true) => "linear,fern",
            (Base::Features, true) => "cosine,fern",
            (Base::Constant, _) => "fern",
        })
    }
}

impl FromStr for Blocks {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut names: Vec<&str> = text.split(',').map(str::trim).collect();
        names.sort_by_key(|name| *name == "fern");
        let named = names.join(",");
        Blocks::ALL.into_iter().find(|blocks| blocks.to_string() == named).ok_or_else(|| {
            let all: Vec<String> = Blocks::ALL.iter().map(|blocks| format!("'{blocks}'")).collect();
            format!("not auto or one of {}", all.join(", "))
        })
    }
}

impl Serialize for Blocks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Blocks {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_read_back_from_their_names_in_any_order() {
        for blocks in Blocks::ALL {
            assert_eq!(blocks.to_string().parse(), Ok(blocks));
        }
        assert_eq!("fern, linear".parse(), Ok(Blocks { base: Base::Linear, ferns: true }));
        assert!("fern,fern".parse::<Blocks>().unwrap_err().contains("'linear,fern'"));
    }
}
