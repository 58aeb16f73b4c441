//! The blocks of a model.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// The blocks of a model, which all add to the same scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocks {
    /// The base that the scores start from.
    pub base: Base,
    /// Whether ferns follow: on the residuals of the base or, beside features, such that the scores
    /// are the mean of both.
    pub ferns: bool,
}

/// The base of a model: the part that the scores start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// A constant for each score.
    Constant,
    /// A linear function of the inputs.
    Linear,
    /// Features of a kernel: cosines, unless the kernel has features of its own.
    Cosine,
    /// ReLU features.
    Relu,
    /// Cosine features whose rows read a patch of a grid of inputs.
    Patch,
}

impl Base {
    /// Returns true if the base consists of features, which may be learned.
    pub fn has_features(self) -> bool {
        matches!(self, Base::Cosine | Base::Relu | Base::Patch)
    }
}

impl Blocks {
    /// All combinations, the simplest first.
    pub const ALL: [Blocks; 9] = [
        Blocks::LINEAR,
        Blocks::COSINE,
        Blocks::RELU,
        Blocks::PATCH,
        Blocks::FERNS,
        Blocks::LINEAR.and_ferns(),
        Blocks::COSINE.and_ferns(),
        Blocks::RELU.and_ferns(),
        Blocks::PATCH.and_ferns(),
    ];

    /// Returns the complexity beyond that of a linear model: 2 for features or ferns, and 1 more
    /// for ferns beside another block.
    pub fn complexity(self) -> f64 {
        match (self.base, self.ferns) {
            (Base::Linear, false) => 0.0,
            (Base::Constant, _) | (_, false) => 2.0,
            (_, true) => 3.0,
        }
    }

    /// A linear model.
    pub const LINEAR: Blocks = Blocks { base: Base::Linear, ferns: false };
    /// Features of a kernel alone.
    pub const COSINE: Blocks = Blocks { base: Base::Cosine, ferns: false };
    /// ReLU features alone.
    pub const RELU: Blocks = Blocks { base: Base::Relu, ferns: false };
    /// Features of patches alone.
    pub const PATCH: Blocks = Blocks { base: Base::Patch, ferns: false };
    /// Ferns alone.
    pub const FERNS: Blocks = Blocks { base: Base::Constant, ferns: true };

    /// Returns these blocks with ferns.
    pub const fn and_ferns(self) -> Blocks {
        Blocks { ferns: true, ..self }
    }

    /// Returns true if there is a linear part.
    pub fn has_linear(self) -> bool {
        matches!(self.base, Base::Linear)
    }

    /// Returns true if there are features and nothing else.
    pub fn only_features(self) -> bool {
        self.base.has_features() && !self.ferns
    }
}

impl fmt::Display for Blocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match (self.base, self.ferns) {
            (Base::Linear, false) => "linear",
            (Base::Cosine, false) => "cosine",
            (Base::Relu, false) => "relu",
            (Base::Patch, false) => "patch",
            (Base::Linear, true) => "linear,fern",
            (Base::Cosine, true) => "cosine,fern",
            (Base::Relu, true) => "relu,fern",
            (Base::Patch, true) => "patch,fern",
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
    fn blocks_parse_from_their_names_in_any_order() {
        for blocks in Blocks::ALL {
            assert_eq!(blocks.to_string().parse(), Ok(blocks));
        }
        assert_eq!("fern, linear".parse(), Ok(Blocks::LINEAR.and_ferns()));
        assert!("fern,fern".parse::<Blocks>().unwrap_err().contains("'linear,fern'"));
    }
}
